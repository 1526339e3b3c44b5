import type { Device } from '@airloom/contract/devices/devices.model';
import type { UpgradeStatus } from '@airloom/contract/devices/devices.states';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { CONFIGURATION_TONES, UPGRADE_TONES, useStateNames } from './use-state-names.ts';

/** Empty for devices that were never upgraded. */
export function UpgradeDot({ status }: { status: UpgradeStatus }) {
  const names = useStateNames();
  return status === 'none' ? null : (
    <StatusDot tone={UPGRADE_TONES[status]}>{names.upgrade[status]}</StatusDot>
  );
}

/** Empty for a controller member. */
export function ConfigurationDot({
  device: { managedBy, configurationState: state },
}: {
  device: Pick<Device, 'managedBy' | 'configurationState'>;
}) {
  const names = useStateNames();
  if (managedBy !== null) return null;
  return <StatusDot tone={CONFIGURATION_TONES[state]}>{names.configuration[state]}</StatusDot>;
}

/** Empty without an open question about the owner. */
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
