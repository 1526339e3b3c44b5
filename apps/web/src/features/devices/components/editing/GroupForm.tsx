import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { DeviceGroup } from '@airloom/contract/devices/devices.model';
import { groupName } from '@airloom/contract/devices/devices.rules';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../../shared/api/use-call.ts';
import { selectInput } from '../../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../../shared/form/use-schema-form.ts';
import { useSiteChoices } from '../../../../shared/session/use-site-choices.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../../shared/ui/layout/FormDrawer.tsx';
import { placeForm } from '../../device-forms.ts';
import { DEVICE_CALLS, useUsualSite } from '../../devices.queries.ts';

const groupForm = placeForm.pick({ siteUUID: true }).extend({ name: groupName });

interface GroupFormProps {
  /** Null creates a new one. */
  group: DeviceGroup | null;
  onMade?(group: DeviceGroup): void;
  onClose(): void;
}

export function GroupForm({ group, onMade, onClose }: GroupFormProps) {
  const { t } = useTranslation();
  const sites = useSiteChoices();
  const usualSite = useUsualSite();
  const create = useCommand(deviceCalls.createGroup, { refresh: DEVICE_CALLS });
  const update = useCommand(deviceCalls.updateGroup, { refresh: DEVICE_CALLS });
  const form = useSchemaForm({
    schema: groupForm,
    initial: { siteUUID: group?.siteUUID ?? usualSite, name: group?.name ?? '' },
    async submit({ siteUUID, name }) {
      if (group) {
        await update.run({ groupUUID: group.groupUUID, name });
        toast.success(t('devices-pages.groups.saved', { name }));
        return;
      }
      const { groupUUID } = await create.run({ siteUUID, name });
      const siteName = sites.find(({ value }) => value === siteUUID)?.label ?? '';
      onMade?.({
        groupUUID,
        name,
        siteUUID,
        siteName,
        status: 'offline',
        devices: { total: 0, online: 0, neverConnected: 0 },
        createdAt: new Date().toISOString(),
      });
    },
  });
  const fields: readonly FieldDef<typeof groupForm>[] = [
    {
      name: 'siteUUID',
      label: 'devices.column.siteName',
      when: () => group === null,
      input: selectInput({ choices: sites, placeholder: t('devices-pages.place.choose'), search: true }),
    },
    { name: 'name', label: 'devices.column.name', input: textInput({ autoComplete: 'off' }) },
  ];
  return (
    <FormDrawer
      open
      title={
        group ? t('devices-pages.groups.renameTitle', { name: group.name }) : t('devices-pages.groups.new')
      }
      {...(group ? {} : { action: t('devices-pages.groups.create') })}
      form={form}
      fields={fields}
      onClose={onClose}
    />
  );
}
