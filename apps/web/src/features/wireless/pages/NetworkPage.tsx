import type { Setting } from '@airloom/contract/configuration/configuration.model';
import { Select } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { CHOICE_SEARCH } from '../../../shared/form/choice-search.ts';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import { SITE } from '../../../shared/session/current-site.ts';
import { usePlace, useScope } from '../../../shared/session/use-place.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { NetworkFormView } from '../components/NetworkFormView.tsx';
import { Unread } from '../components/Unread.tsx';
import { useEditBlock } from '../components/use-edit-block.ts';
import { usePlaces } from '../components/use-places.ts';
import {
  copiedValues,
  copyPlace,
  emptyNetwork,
  isNetwork,
  type NetworkPlace,
  type NetworkSetting,
  networkValues,
  placeIn,
} from '../network-form.ts';
import { useSettings } from '../wireless-settings.ts';

const OverrideFormView = lazy(() => import('../components/OverrideFormView.tsx'));

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
      <NetworkFormView setting={null} initial={emptyNetwork(place)} />
    </>
  );
}

interface OverridingProps {
  network: NetworkSetting;
  /** Another person deleted the network. */
  isGone: boolean;
}

function Overriding({ network, isGone }: OverridingProps) {
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
      {isGone && (
        <p className="wireless-conflict" role="alert">
          {t('wireless.gone')}
        </p>
      )}
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
      {site !== null && !overrides.data && <Unread query={overrides} rows={SKELETON_ROWS} />}
      {site !== null && overrides.data && (
        <Suspense fallback={<Skeleton rows={SKELETON_ROWS} />}>
          <OverrideFormView
            key={site}
            networkUUID={network.settingUUID}
            network={network.edit.value}
            siteUUID={site}
            setting={stored ?? null}
          />
        </Suspense>
      )}
    </>
  );
}

function Copying({ network }: { network: NetworkSetting }) {
  const { t } = useTranslation();
  const { siteUUID } = usePlace();
  const { sites } = usePlaces();
  const mayEditOrganization = useEditBlock('wirelessNetwork')('organization') === undefined;
  const place = copyPlace(placeIn(network), { mayEditOrganization, sites, siteUUID });
  return (
    <>
      <PageHeader
        title={t('wireless.form.copy', { name: network.edit.value.ssid })}
        lead={t('wireless.form.copyLead')}
      />
      <NetworkFormView setting={null} initial={copiedValues(network, place)} />
    </>
  );
}

interface OpenedProps {
  /** Undefined: it was not found, or another person deleted it. */
  setting: Setting | undefined;
  as: 'network' | 'copy' | 'override';
}

/** The form stays open when another person deletes the network. */
function Opened({ setting, as }: OpenedProps) {
  const { t } = useTranslation();
  const [opened] = useState(setting);
  const network = setting ?? opened;
  if (!network || !isNetwork(network))
    return <EmptyState icon="ap" title={t('wireless.form.missing')} text={t('wireless.form.missingText')} />;
  if (as === 'override') return <Overriding network={network} isGone={!setting} />;
  if (as === 'copy') return <Copying network={network} />;
  return (
    <>
      <PageHeader title={network.edit.value.ssid} lead={t('wireless.form.lead')} />
      <NetworkFormView setting={setting ?? null} initial={networkValues(network)} />
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
  if (!settings.data) return <Unread query={settings} rows={SKELETON_ROWS} />;
  const setting = settings.data.rows.find(({ settingUUID }) => settingUUID === id);
  return <Opened key={`${as} ${id}`} setting={setting} as={as} />;
}
