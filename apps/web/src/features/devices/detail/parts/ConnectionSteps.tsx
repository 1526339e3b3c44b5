import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ADD_DEVICE } from '../../../../shared/devices/add-device.ts';
import { GatewayAddress } from '../../components/adding/GatewayAddress.tsx';
import './connection-steps.css';

/** What remains to be done until a device connects for the first time. */
export function ConnectionSteps({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { managedBy } = device;
  return (
    <section className="card connection-steps" aria-labelledby="connection-steps">
      <h2 id="connection-steps">{t('device-detail.pending.title')}</h2>
      <p className="device-quiet">{t('device-detail.pending.text')}</p>
      {managedBy === null ? (
        <ol>
          <li>{t('device-detail.pending.power')}</li>
          <li>
            {t('device-detail.pending.address')}
            <GatewayAddress />
            <Link to={`${ADD_DEVICE}?way=certificate&macs=${device.mac}`}>
              {t('device-detail.pending.addressLink')}
            </Link>
          </li>
          <li>{t('device-detail.pending.identity', { mac: device.mac })}</li>
        </ol>
      ) : (
        <p>{t('device-detail.pending.member', { name: managedBy.name })}</p>
      )}
      <p className="device-quiet">{t('device-detail.pending.policy')}</p>
    </section>
  );
}
