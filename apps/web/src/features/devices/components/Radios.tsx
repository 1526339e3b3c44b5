import type { Device } from '@airloom/contract/devices/devices.model';
import { useTranslation } from 'react-i18next';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import './devices.css';

/** Each radio's band with its channel and power: `5G 36 · 20 dBm`. */
export function Radios({ radios }: { radios: Device['radios'] }) {
  const { t } = useTranslation();
  const units = useUnits();
  return (
    <span className="devices-radios">
      {radios.map((radio) => (
        <span
          key={radio.index}
          className="devices-radio"
          title={t('devices-pages.radio', { width: radio.widthMhz })}
        >
          <span className="devices-band">{radio.band}</span>{' '}
          {[radio.channel, radio.txPower === null ? null : units.dbm(radio.txPower)]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
      ))}
    </span>
  );
}
