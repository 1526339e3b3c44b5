import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import type { Site } from '@airloom/contract/organizations/organizations.model';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import { selectInput, switchInput, textAreaInput } from '../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useCountryChoices } from '../../../shared/form/use-country-choices.ts';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useMayMakeSites } from '../../../shared/session/account-reach.ts';
import { showOrganization } from '../../../shared/session/session-actions.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { zoneInput } from '../../../shared/zones/zone-input.tsx';
import { browserSiteZone } from '../../../shared/zones/zone-names.ts';
import { useOrganizationChoices } from '../organizations.queries.ts';
import { REFRESHED_CALLS } from '../refreshed-calls.ts';
import { siteForm } from '../site-form-schema.ts';
import { CoordinatesInput } from './CoordinatesInput.tsx';
import { SiteChangeNotes } from './SiteChangeNotes.tsx';

interface SiteFormProps {
  /** Null creates a new one. */
  site: Site | null;
  /** The default organization of a new site. */
  enterpriseUUID?: string | undefined;
  onClose(): void;
}

function useFields(site: Site | null): readonly FieldDef<typeof siteForm>[] {
  const { t } = useTranslation();
  const organizations = useOrganizationChoices();
  const countries = useCountryChoices();
  const mayMove = useMayMakeSites();
  return [
    {
      name: 'enterpriseUUID',
      label: 'organizations.site.organization',
      input: selectInput({
        choices: organizations.choices.filter(
          ({ value }) => mayMove || site === null || value === site.enterpriseUUID,
        ),
        loading: organizations.loading,
        placeholder: t('organizations.site.organizationPlaceholder'),
      }),
    },
    { name: 'name', label: 'organizations.site.name', input: textInput() },
    {
      name: 'countryCode',
      label: 'organizations.site.country',
      input: selectInput({ choices: countries, placeholder: t('organizations.site.countryPlaceholder') }),
    },
    { name: 'timeZone', label: 'organizations.site.timeZone', input: zoneInput },
    {
      name: 'address',
      label: 'organizations.site.address',
      wide: true,
      input: textInput({ autoComplete: 'street-address' }),
    },
    {
      name: 'coordinates',
      label: 'organizations.site.coordinates',
      hint: 'organizations.site.coordinatesHint',
      wide: true,
      group: true,
      input: (control) => <CoordinatesInput control={control} />,
    },
    {
      name: 'code',
      label: 'organizations.site.code',
      hint: 'organizations.site.codeHint',
      input: textInput({ code: true }),
    },
    {
      name: 'ntpServer',
      label: 'organizations.site.ntpServer',
      hint: 'organizations.site.ntpServerHint',
      input: textInput({ code: true, inputMode: 'url' }),
    },
    {
      name: 'contactName',
      label: 'organizations.site.contactName',
      input: textInput({ autoComplete: 'name' }),
    },
    {
      name: 'observeOnly',
      label: 'organizations.site.observeOnly',
      hint: 'organizations.site.observeOnlyHint',
      wide: true,
      inline: true,
      input: switchInput(),
    },
    { name: 'remark', label: 'organizations.site.remark', wide: true, input: textAreaInput() },
  ];
}

function initialOf(site: Site | null, enterpriseUUID: string) {
  if (site === null) {
    return {
      enterpriseUUID,
      name: '',
      code: '',
      countryCode: '',
      address: '',
      coordinates: null,
      timeZone: browserSiteZone(),
      ntpServer: '',
      observeOnly: false,
      contactName: '',
      remark: '',
    };
  }
  const { siteUUID: _id, enterpriseName: _name, createdAt: _created, ...fields } = site;
  return fields;
}

export function SiteForm({ site, enterpriseUUID = '', onClose }: SiteFormProps) {
  const { t } = useTranslation();
  const create = useCommand(organizationCalls.createSite, { refresh: REFRESHED_CALLS });
  const update = useCommand(organizationCalls.updateSite, { refresh: REFRESHED_CALLS });
  const form = useSchemaForm({
    schema: siteForm,
    initial: initialOf(site, enterpriseUUID),
    async submit(values) {
      if (site) await update.run({ ...values, siteUUID: site.siteUUID });
      else {
        await create.run(values);
        await showOrganization(values.enterpriseUUID);
      }
      toast.success(
        t(site ? 'organizations.site.saved' : 'organizations.site.created', { name: values.name }),
      );
    },
  });
  const fields = useFields(site);
  return (
    <FormDrawer
      open
      wide
      title={t(site ? 'organizations.site.edit' : 'organizations.site.new')}
      {...(site ? {} : { action: t('organizations.site.create') })}
      form={form}
      fields={fields}
      onClose={onClose}
    >
      {site && <SiteChangeNotes site={site} edited={form.values} />}
    </FormDrawer>
  );
}
