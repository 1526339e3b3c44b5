import { accountCalls } from '@airloom/contract/accounts/accounts.calls';
import { type Company, companyInput } from '@airloom/contract/accounts/accounts.model';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { type FieldDef, SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { phoneInput } from '../components/phone-input.tsx';
import { refreshSelf } from './refresh-self.ts';
import { SettingRow, SettingsCard } from './SettingsCard.tsx';

const fields: FieldDef<typeof companyInput>[] = [
  {
    name: 'enterpriseName',
    label: 'identity.company.name',
    input: textInput({ autoComplete: 'organization' }),
  },
  {
    name: 'address',
    label: 'identity.company.address',
    input: textInput({ autoComplete: 'street-address' }),
  },
  { name: 'contactName', label: 'identity.company.contactName', input: textInput({ autoComplete: 'name' }) },
  { name: 'phone', label: 'identity.contact.phone', input: phoneInput({ optional: true }) },
];

function CompanyForm({ company }: { company: Company }) {
  const { t } = useTranslation();
  const update = useCommand(accountCalls.updateCompany, { refresh: [accountCalls.getCompany] });
  const form = useSchemaForm({
    schema: companyInput,
    initial: company,
    async submit(values) {
      await update.run(values);
      await refreshSelf();
      toast.success(t('account.saved'));
    },
  });
  return (
    <div className="account-card-body">
      <SchemaForm form={form} fields={fields} columns={2}>
        <Button type="primary" htmlType="submit" loading={form.pending} disabled={!form.dirty}>
          {t('ui.save')}
        </Button>
      </SchemaForm>
    </div>
  );
}

function CompanyFacts({ company }: { company: Company }) {
  const { t } = useTranslation();
  return (
    <>
      {fields.map(({ name, label }) => (
        <SettingRow key={name} name={t(label)} value={company[name] || t('identity.company.none')} />
      ))}
    </>
  );
}

export function CompanyTab() {
  const { t } = useTranslation();
  const mayChange = useHolds('account_manage:operate');
  const company = useCall(accountCalls.getCompany, {});
  return (
    <SettingsCard
      title={t('identity.company.title')}
      lead={t(mayChange ? 'identity.company.lead' : 'identity.company.readOnly')}
    >
      {company.error && <FailedState error={company.error} retry={() => void company.refetch()} />}
      {company.isPending && (
        <div className="account-card-body">
          <Skeleton rows={4} height={32} />
        </div>
      )}
      {company.data &&
        (mayChange ? <CompanyForm company={company.data} /> : <CompanyFacts company={company.data} />)}
    </SettingsCard>
  );
}
