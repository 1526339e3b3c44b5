import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Device } from '@airloom/contract/devices/devices.model';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../../shared/api/use-call.ts';
import { textAreaInput } from '../../../../shared/form/rich-inputs.tsx';
import { textInput } from '../../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../../shared/form/use-schema-form.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../../shared/ui/layout/FormDrawer.tsx';
import { editForm } from '../../device-forms.ts';
import { DEVICE_CALLS, useGroupChoices } from '../../devices.queries.ts';
import { groupInput } from './group-input.tsx';

export default function EditDrawer({ device, onClose }: { device: Device; onClose(): void }) {
  const { t } = useTranslation();
  const { deviceUUID, kind, name, position, remark, groupUUID } = device;
  const update = useCommand(deviceCalls.updateDevice, { refresh: DEVICE_CALLS });
  const groups = useGroupChoices(device.siteUUID ?? undefined);
  const schema = useMemo(() => editForm(kind), [kind]);
  const form = useSchemaForm({
    schema,
    initial: { name, position, remark, groupUUID },
    async submit(values) {
      await update.run({ deviceUUID, ...values });
      toast.success(t('devices-pages.edit.saved', { name: values.name }));
    },
  });
  return (
    <FormDrawer
      open
      title={t('devices-pages.edit.title', { name })}
      form={form}
      fields={[
        { name: 'name', label: 'devices.column.name', input: textInput({ autoComplete: 'off' }) },
        { name: 'position', label: 'devices.column.position', input: textInput({ autoComplete: 'off' }) },
        { name: 'remark', label: 'devices.column.remark', input: textAreaInput() },
        {
          name: 'groupUUID',
          label: 'devices.column.groupName',
          input: groupInput(groups, t('devices-pages.place.noGroup')),
        },
      ]}
      onClose={onClose}
    />
  );
}
