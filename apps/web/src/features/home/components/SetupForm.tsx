import { accountCalls } from '@airloom/contract/accounts/accounts.calls';
import { setUpInput } from '@airloom/contract/accounts/accounts.model';
import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCommand } from '../../../shared/api/use-call.ts';
import { ADD_DEVICE } from '../../../shared/devices/add-device.ts';
import { selectInput } from '../../../shared/form/rich-inputs.tsx';
import { type FieldDef, SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useCountryChoices } from '../../../shared/form/use-country-choices.ts';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { refreshPage } from '../../../shared/session/session-actions.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { zoneInput } from '../../../shared/zones/zone-input.tsx';
import { browserSiteZone } from '../../../shared/zones/zone-names.ts';
import { countryOfLanguages, zoneOfCountry } from '../../../shared/zones/zone-of-country.ts';
import './home.css';
import './steps.css';

function zoneIn(country: string): string {
  return zoneOfCountry(country, browserSiteZone()) ?? browserSiteZone();
}

function initialValues() {
  const countryCode = countryOfLanguages(navigator.languages);
  const timeZone = countryCode === '' ? browserSiteZone() : zoneIn(countryCode);
  return { companyName: '', organizationName: '', siteName: '', countryCode, timeZone };
}

/** The company, the first organization and the first site in one form; then the first device. */
export default function SetupForm({ onSkip, children }: { onSkip(): void; children: ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const countries = useCountryChoices();
  const setUp = useCommand(accountCalls.setUpAccount, {
    refresh: [
      organizationCalls.getEnterprise,
      organizationCalls.listEnterprises,
      organizationCalls.listSites,
    ],
  });
  const form = useSchemaForm({
    schema: setUpInput,
    initial: initialValues(),
    async submit(values) {
      await setUp.run(values);
      // The role shows the name of the company.
      await refreshPage();
      toast.success(t('home.setup.done', { name: values.companyName }));
      await navigate(ADD_DEVICE);
    },
  });
  const company = textInput({ autoComplete: 'organization' });
  const country = selectInput({ choices: countries, search: true });
  const fields: readonly FieldDef<typeof setUpInput>[] = [
    {
      name: 'companyName',
      label: 'home.setup.company',
      hint: 'home.setup.companyHint',
      input: (control) =>
        company({
          ...control,
          onChange(value) {
            const { companyName, organizationName } = form.values;
            if (organizationName === companyName) form.set('organizationName', value ?? '');
            control.onChange(value ?? '');
          },
        }),
    },
    {
      name: 'organizationName',
      label: 'home.setup.organization',
      hint: 'home.setup.organizationHint',
      input: textInput({ autoComplete: 'off' }),
    },
    {
      name: 'siteName',
      label: 'home.setup.site',
      input: textInput({ autoComplete: 'off', placeholder: t('home.setup.sitePlaceholder') }),
    },
    {
      name: 'countryCode',
      label: 'home.setup.country',
      input: (control) =>
        country({
          ...control,
          onChange(value) {
            control.onChange(value ?? '');
            if (value !== undefined) form.set('timeZone', zoneIn(value));
          },
        }),
    },
    { name: 'timeZone', label: 'home.setup.timeZone', input: zoneInput },
  ];
  return (
    <section className="card home-first home-setup" aria-labelledby="home-setup-title">
      <h2 id="home-setup-title">{t('home.setup.title')}</h2>
      <p className="home-quiet">{t('home.setup.text')}</p>
      <SchemaForm form={form} fields={fields} columns={2}>
        <Button type="primary" htmlType="submit" loading={form.pending}>
          {t('home.setup.create')}
        </Button>
        <Button onClick={onSkip}>{t('home.setup.skip')}</Button>
        {children}
      </SchemaForm>
    </section>
  );
}
