import type { Site } from '@airloom/contract/organizations/organizations.model';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { OperationLogLink } from '../../../shared/logs/OperationLogLink.tsx';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { CopyText } from '../../../shared/ui/CopyText.tsx';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { useClock } from '../../../shared/ui/use-clock.ts';
import { ZoneClock } from '../../../shared/zones/ZoneClock.tsx';
import { useZoneNames } from '../../../shared/zones/zone-names.ts';

interface SiteDrawerProps {
  site: Site;
  actions: readonly Action[];
  onClose(): void;
}

export function SiteDrawer({ site, actions, onClose }: SiteDrawerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const zones = useZoneNames();
  const clock = useClock();
  const { coordinates } = site;
  return (
    <DetailDrawer
      title={site.name}
      actions={actions}
      onClose={onClose}
      facts={[
        { label: 'organizations.site.organization', value: site.enterpriseName },
        { label: 'organizations.site.code', value: site.code && <code>{site.code}</code> },
        { label: 'organizations.site.country', value: format.regionName(site.countryCode) },
        { label: 'organizations.site.timeZone', value: zones.full(site.timeZone, clock) },
        { label: 'organizations.site.localTime', value: <ZoneClock zone={site.timeZone} /> },
        {
          label: 'organizations.site.ntpServer',
          value: site.ntpServer && <CopyText text={site.ntpServer} />,
        },
        {
          label: 'organizations.site.management',
          value: t(site.observeOnly ? 'organizations.site.observeOnly' : 'organizations.site.managed'),
        },
        { label: 'organizations.site.address', value: site.address },
        {
          label: 'organizations.site.coordinates',
          value: coordinates && <CopyText text={`${coordinates.latitude}, ${coordinates.longitude}`} />,
        },
        { label: 'organizations.site.contactName', value: site.contactName },
        { label: 'organizations.site.remark', value: site.remark },
        { label: 'organizations.site.createdAt', value: <DateTime at={site.createdAt} /> },
      ]}
    >
      <OperationLogLink about={{ at: site.siteUUID }} />
    </DetailDrawer>
  );
}
