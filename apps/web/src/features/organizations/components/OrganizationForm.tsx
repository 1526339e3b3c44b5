import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import type { Enterprise } from '@airloom/contract/organizations/organizations.model';
import { enterpriseInput } from '@airloom/contract/organizations/organizations.rules';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { changeSite } from '../../../shared/session/session-actions.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { REFRESHED_CALLS } from '../refreshed-calls.ts';

interface OrganizationFormProps {
  /** Null creates a new one. */
  organization: Enterprise | null;
  onCreated?(organization: Enterprise): void;
  onClose(): void;
}

const FIELDS: readonly FieldDef<typeof enterpriseInput>[] = [
  {
    name: 'name',
    label: 'organizations.organization.name',
    input: textInput({ autoComplete: 'organization' }),
  },
  {
    name: 'address',
    label: 'organizations.organization.address',
    input: textInput({ autoComplete: 'street-address' }),
  },
];

export function OrganizationForm({ organization, onCreated, onClose }: OrganizationFormProps) {
  const { t } = useTranslation();
  const create = useCommand(organizationCalls.createEnterprise, { refresh: REFRESHED_CALLS });
  const update = useCommand(organizationCalls.updateEnterprise, { refresh: REFRESHED_CALLS });
  const form = useSchemaForm({
    schema: enterpriseInput,
    initial: { name: organization?.name ?? '', address: organization?.address ?? '' },
    async submit(values) {
      if (organization) {
        await update.run({ ...values, enterpriseUUID: organization.enterpriseUUID });
        toast.success(t('organizations.organization.saved', { name: values.name }));
        return;
      }
      const { enterpriseUUID } = await create.run(values);
      // Another scope would hide the new one.
      changeSite(null);
      toast.success(t('organizations.organization.created', { name: values.name }));
      onCreated?.({ ...values, enterpriseUUID, siteCount: 0, createdAt: new Date().toISOString() });
    },
  });
  return (
    <FormDrawer
      open
      title={t(organization ? 'organizations.organization.edit' : 'organizations.organization.new')}
      {...(organization ? {} : { action: t('organizations.organization.create') })}
      form={form}
      fields={FIELDS}
      onClose={onClose}
    />
  );
}
