import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Device } from '@airloom/contract/devices/devices.model';
import { groupChoice } from '@airloom/contract/devices/groups.calls';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../../shared/api/use-call.ts';
import { useSchemaForm } from '../../../../shared/form/use-schema-form.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../../shared/ui/layout/FormDrawer.tsx';
import { DEVICE_CALLS, useGroupChoices } from '../../devices.queries.ts';
import { groupInput } from './group-input.tsx';

interface GroupDrawerProps {
  /** Devices of one site. */
  devices: readonly Device[];
  onDone(): void;
  onClose(): void;
}

export default function GroupDrawer({ devices, onDone, onClose }: GroupDrawerProps) {
  const { t } = useTranslation();
  const groups = useGroupChoices(devices[0]?.siteUUID ?? undefined);
  const group = useCommand(deviceCalls.setDevicesGroup, { refresh: DEVICE_CALLS });
  const form = useSchemaForm({
    schema: groupChoice,
    initial: { groupUUID: devices[0]?.groupUUID ?? null },
    async submit({ groupUUID }) {
      await group.run({ deviceUUIDs: devices.map(({ deviceUUID }) => deviceUUID), groupUUID });
      toast.success(t('devices-pages.group.done', { count: devices.length }));
      onDone();
    },
  });
  return (
    <FormDrawer
      open
      title={t('devices-pages.group.title', { count: devices.length })}
      form={form}
      fields={[
        {
          name: 'groupUUID',
          label: 'devices.column.groupName',
          hint: groups.length === 0 ? 'devices-pages.group.noneYet' : 'devices-pages.group.hint',
          input: groupInput(groups, t('devices-pages.place.noGroup')),
        },
      ]}
      onClose={onClose}
    />
  );
}
