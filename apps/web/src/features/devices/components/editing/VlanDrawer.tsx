import { deviceCalls, managementVlanChoice } from '@airloom/contract/devices/devices.calls';
import type { Device } from '@airloom/contract/devices/devices.model';
import { LIMITS } from '@airloom/contract/limits';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../../shared/api/use-call.ts';
import { numberInput } from '../../../../shared/form/rich-inputs.tsx';
import { useSchemaForm } from '../../../../shared/form/use-schema-form.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../../shared/ui/layout/FormDrawer.tsx';
import { DEVICE_CALLS } from '../../devices.queries.ts';
import { useShowRefused } from '../use-show-refused.ts';

/** Required for devices with different VLANs: an empty field would make all of them untagged. */
const sharedForm = managementVlanChoice.refine(({ vlan }) => vlan !== null, {
  path: ['vlan'],
  message: 'validation.required',
});
const { vlanIdMin: min, managementVlanIdMax: max } = LIMITS.network;

interface VlanDrawerProps {
  /** Access points. */
  devices: readonly Device[];
  onDone(): void;
  onClose(): void;
}

export default function VlanDrawer({ devices, onDone, onClose }: VlanDrawerProps) {
  const { t } = useTranslation();
  const showRefused = useShowRefused();
  const vlan = useCommand(deviceCalls.setManagementVlan, { refresh: DEVICE_CALLS });
  const areAlike = new Set(devices.map(({ managementVlan }) => managementVlan)).size === 1;
  const form = useSchemaForm({
    schema: areAlike ? managementVlanChoice : sharedForm,
    initial: { vlan: areAlike ? (devices[0]?.managementVlan ?? null) : null },
    async submit(given) {
      const { changed, refused } = await vlan.run({
        deviceUUIDs: devices.map(({ deviceUUID }) => deviceUUID),
        ...given,
      });
      if (changed > 0) toast.success(t('devices-pages.vlan.done', { count: changed }));
      onDone();
      await showRefused(refused);
    },
  });
  return (
    <FormDrawer
      open
      title={t('devices-pages.vlan.title', { count: devices.length })}
      form={form}
      fields={[
        {
          name: 'vlan',
          label: 'devices.column.managementVlan',
          hint: 'devices-pages.vlan.hint',
          input: numberInput({ min, max }),
        },
      ]}
      onClose={onClose}
    >
      <p className="devices-lead">{t('devices-pages.vlan.lead')}</p>
    </FormDrawer>
  );
}
