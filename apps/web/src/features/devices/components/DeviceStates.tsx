import type { Device } from '@airloom/contract/devices/devices.model';
import type { UpgradeStatus } from '@airloom/contract/devices/devices.states';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { CONFIGURATION_TONES, UPGRADE_TONES, useStateNames } from './use-state-names.ts';

/** What never happened needs no word. */
export function UpgradeDot({ status }: { status: UpgradeStatus }) {
  const names = useStateNames();
  return status === 'none' ? null : (
    <StatusDot tone={UPGRADE_TONES[status]}>{names.upgrade[status]}</StatusDot>
  );
}

/** Nothing for a device that its controller or gateway configures. */
export function ConfigurationDot({
  device: { managedBy, configurationState: state },
}: {
  device: Pick<Device, 'managedBy' | 'configurationState'>;
}) {
  const names = useStateNames();
  if (managedBy !== null) return null;
  return <StatusDot tone={CONFIGURATION_TONES[state]}>{names.configuration[state]}</StatusDot>;
}

/** Nothing while there is no question whose the device is. */
export function OwnershipDots({
  device: { awaitsApproval, disputed },
}: {
  device: Pick<Device, 'awaitsApproval' | 'disputed'>;
}) {
  const { t } = useTranslation();
  return (
    <>
      {awaitsApproval && <StatusDot tone="warn">{t('devices.awaitsApproval')}</StatusDot>}
      {disputed && <StatusDot tone="warn">{t('devices.disputed')}</StatusDot>}
    </>
  );
}
