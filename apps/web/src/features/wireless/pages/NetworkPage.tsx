import type { Setting } from '@airloom/contract/configuration/configuration.model';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { CHOICE_SEARCH } from '../../../shared/form/choice-search.ts';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import { SITE } from '../../../shared/session/current-site.ts';
import { useScope } from '../../../shared/session/use-place.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { NetworkFormView } from '../components/NetworkFormView.tsx';
import { OverrideFormView } from '../components/OverrideFormView.tsx';
import { usePlaces } from '../components/place-inputs.tsx';
import { useEditBlock } from '../components/use-edit-block.ts';
import {
  copiedValues,
  emptyNetwork,
  isNetwork,
  type NetworkPlace,
  type NetworkSetting,
  networkValues,
} from '../network-form.ts';
import { useSettings } from '../wireless-settings.ts';

const SKELETON_ROWS = 8;

/** A new network is defined where the person is; site operators define it at a site. */
function useFirstPlace(): NetworkPlace {
  const scope = useScope();
  const { sites, organizations } = usePlaces();
  const organizationBlock = useEditBlock('wirelessNetwork')('organization');
  if (scope?.type === SITE) return { level: 'site', uuid: scope.id };
  if (organizationBlock !== undefined) return { level: 'site', uuid: sites[0]?.value ?? '' };
  return { level: 'organization', uuid: scope?.id ?? organizations[0]?.value ?? '' };
}

function NewNetwork() {
  const { t } = useTranslation();
  const place = useFirstPlace();
  return (
    <>
      <PageHeader title={t('wireless.form.new')} lead={t('wireless.form.lead')} />
      <NetworkFormView key={place.uuid} setting={null} initial={emptyNetwork(place)} />
    </>
  );
}

function Overriding({ network }: { network: NetworkSetting }) {
  const { t } = useTranslation();
  const [site, setSite] = useAddressValue('site');
  const inside = usePlaces().sites.filter(({ organization }) => organization === network.place.uuid);
  const overrides = useSettings({ kind: 'wirelessOverride', placeUUID: site ?? undefined }, site !== null);
  const stored = overrides.data?.rows.find(
    ({ edit }) => edit.kind === 'wirelessOverride' && edit.networkUUID === network.settingUUID,
  );
  return (
    <>
      <PageHeader
        title={t('wireless.override.title', { name: network.edit.value.ssid })}
        lead={t('wireless.override.lead')}
      />
      <p className="wireless-choice">
        <Select
          className="wireless-select"
          aria-label={t('wireless.level.site')}
          placeholder={t('wireless.override.choose')}
          showSearch={CHOICE_SEARCH}
          options={inside.map(({ value, label }) => ({ value, label }))}
          value={site}
          onChange={setSite}
        />
      </p>
      {overrides.error && <FailedState error={overrides.error} retry={() => void overrides.refetch()} />}
      {site !== null && overrides.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {site !== null && overrides.data && (
        <OverrideFormView
          key={site}
          networkUUID={network.settingUUID}
          network={network.edit.value}
          siteUUID={site}
          setting={stored ?? null}
        />
      )}
    </>
  );
}

interface OpenedProps {
  setting: Setting | undefined;
  as: 'network' | 'copy' | 'override';
}

function Opened({ setting, as }: OpenedProps) {
  const { t } = useTranslation();
  if (!setting || !isNetwork(setting))
    return <EmptyState icon="ap" title={t('wireless.form.missing')} text={t('wireless.form.missingText')} />;
  const { ssid } = setting.edit.value;
  if (as === 'override') return <Overriding network={setting} />;
  if (as === 'copy')
    return (
      <>
        <PageHeader title={t('wireless.form.copy', { name: ssid })} lead={t('wireless.form.copyLead')} />
        <NetworkFormView setting={null} initial={copiedValues(setting, '')} />
      </>
    );
  return (
    <>
      <PageHeader title={ssid} lead={t('wireless.form.lead')} />
      <NetworkFormView setting={setting} initial={networkValues(setting)} />
    </>
  );
}

/** `?network=` edits a network, `?copy=` duplicates it, `?override=&site=` overrides it; without them it is a new one. */
export default function NetworkPage() {
  const [query] = useSearchParams();
  const as = (['network', 'copy', 'override'] as const).find((name) => query.has(name));
  const id = as && query.get(as);
  const settings = useSettings(
    { kind: 'wirelessNetwork', placeUUID: query.get('place') ?? undefined },
    as !== undefined,
  );
  if (as === undefined) return <NewNetwork />;
  if (settings.error) return <FailedState error={settings.error} retry={() => void settings.refetch()} />;
  if (settings.isPending) return <Skeleton rows={SKELETON_ROWS} />;
  const setting = settings.data.rows.find(({ settingUUID }) => settingUUID === id);
  return <Opened key={`${as} ${id}`} setting={setting} as={as} />;
}
