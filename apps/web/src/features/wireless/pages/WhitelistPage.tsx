import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { DraftBar } from '../../../shared/configuration/DraftBar.tsx';
import { CHOICE_SEARCH } from '../../../shared/form/choice-search.ts';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import { useScope } from '../../../shared/session/use-place.ts';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { Unread } from '../components/Unread.tsx';
import { useLevelNames } from '../components/use-names.ts';
import { usePlaces } from '../components/use-places.ts';
import { WhitelistForm } from '../components/WhitelistForm.tsx';
import type { NetworkPlace } from '../network-form.ts';
import { useSettings } from '../wireless-settings.ts';

const SKELETON_ROWS = 4;

interface Choice {
  value: string;
  label: string;
}

function optionsOf(choices: readonly Choice[]): Choice[] {
  return choices.map(({ value, label }) => ({ value, label }));
}

interface WhitelistOfProps {
  place: NetworkPlace;
  /** Of a site. */
  organizationUUID: string | undefined;
}

function WhitelistOf({ place, organizationUUID }: WhitelistOfProps) {
  const hasAbove = organizationUUID !== undefined;
  const own = useSettings({ kind: 'whitelist', placeUUID: place.uuid });
  const above = useSettings({ kind: 'whitelist', placeUUID: organizationUUID }, hasAbove);
  const unread = [own, ...(hasAbove ? [above] : [])].find(({ data }) => !data);
  if (unread || !own.data) return <Unread query={unread ?? own} rows={SKELETON_ROWS} />;
  return (
    <WhitelistForm
      place={place}
      setting={own.data.rows[0] ?? null}
      inherited={(hasAbove && above.data?.rows[0]) || null}
    />
  );
}

/** The white list of an organization or a site; the selected one at first. */
export default function WhitelistPage() {
  const { t } = useTranslation();
  const levels = useLevelNames();
  const scope = useScope();
  const { organizations, sites } = usePlaces();
  const [asked, ask] = useAddressValue('place');
  const uuid = asked ?? scope?.id ?? organizations[0]?.value;
  const site = sites.find(({ value }) => value === uuid);
  const organization = organizations.find(({ value }) => value === uuid);
  const place: NetworkPlace | null = site
    ? { level: 'site', uuid: site.value }
    : organization
      ? { level: 'organization', uuid: organization.value }
      : null;
  return (
    <>
      <PageHeader title={t('nav.wirelessWhitelist')} lead={t('wireless.whitelist.lead')} />
      <p className="wireless-choice">
        <Select
          className="wireless-select"
          aria-label={t('wireless.field.place')}
          showSearch={CHOICE_SEARCH}
          options={[
            { label: levels.organization, options: optionsOf(organizations) },
            { label: levels.site, options: optionsOf(sites) },
          ]}
          value={place?.uuid ?? null}
          onChange={ask}
        />
      </p>
      <DraftBar at={place?.uuid} />
      {place && <WhitelistOf key={place.uuid} place={place} organizationUUID={site?.organization} />}
    </>
  );
}
