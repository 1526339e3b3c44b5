import type { Device } from '@airloom/contract/devices/devices.model';
import { uuid } from '@airloom/contract/fields';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { refreshCalls } from '../../../shared/api/query-client.ts';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { FormDrawer } from '../../../shared/ui/FormDrawer.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { DEVICE_CALLS, useGroupChoices } from '../devices.queries.ts';
import { addMembers, removeMembers } from '../group-members.ts';
import { groupInput } from './group-input.tsx';

const groupForm = z.object({ groupUUID: uuid.nullable() });

interface GroupDrawerProps {
  /** All of one site. */
  devices: readonly Device[];
  onDone(): void;
  onClose(): void;
}

/** Each group they leave is told apart: a group knows its members, not a device its group. */
async function leaveGroups(devices: readonly Device[]): Promise<void> {
  const left = new Map<string, string[]>();
  for (const { groupUUID, deviceUUID } of devices) {
    if (groupUUID !== null) left.set(groupUUID, [...(left.get(groupUUID) ?? []), deviceUUID]);
  }
  await Promise.all([...left].map(([groupUUID, members]) => removeMembers(groupUUID, members)));
}

export default function GroupDrawer({ devices, onDone, onClose }: GroupDrawerProps) {
  const { t } = useTranslation();
  const groups = useGroupChoices(devices[0]?.siteUUID ?? undefined);
  const form = useSchemaForm({
    schema: groupForm,
    initial: { groupUUID: devices[0]?.groupUUID ?? null },
    async submit({ groupUUID }) {
      const ids = devices.map(({ deviceUUID }) => deviceUUID);
      await (groupUUID === null ? leaveGroups(devices) : addMembers(groupUUID, ids));
      await refreshCalls(...DEVICE_CALLS);
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
