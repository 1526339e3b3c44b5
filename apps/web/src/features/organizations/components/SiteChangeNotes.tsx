import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Site } from '@airloom/contract/organizations/organizations.model';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { useHolds } from '../../../shared/session/session-store.ts';

interface Edited {
  enterpriseUUID: string;
  countryCode: string;
  timeZone: string;
  ntpServer?: string | undefined;
}

interface SiteChangeNotesProps {
  site: Site;
  edited: Edited;
}

/** Devices of the site whose configuration is made here. */
function useManagedDevices(siteUUID: string, enabled: boolean): number {
  const mayView = useHolds('device_manage') && enabled;
  const all = useCall(deviceCalls.deviceCounts, { siteUUID }, { enabled: mayView });
  const unmanaged = useCall(
    deviceCalls.listDevices,
    { siteUUID, configurationState: 'unmanaged', size: 1 },
    { enabled: mayView },
  );
  if (!all.data || !unmanaged.data) return 0;
  return all.data.kinds.reduce((sum, { total }) => sum + total, 0) - unmanaged.data.total;
}

/** What the edited fields of a site mean for its devices, before they are saved. */
export function SiteChangeNotes({ site, edited }: SiteChangeNotesProps) {
  const { t } = useTranslation();
  const isMoved = edited.enterpriseUUID !== site.enterpriseUUID;
  const isPending =
    !site.observeOnly &&
    (edited.countryCode !== site.countryCode ||
      edited.timeZone !== site.timeZone ||
      (edited.ntpServer ?? '') !== site.ntpServer);
  const count = useManagedDevices(site.siteUUID, isPending);
  return (
    <>
      {isPending && count > 0 && (
        <p className="page-note">{t('organizations.site.pendingDevices', { count })}</p>
      )}
      {isMoved && <p className="page-note">{t('organizations.site.movedNetworks')}</p>}
    </>
  );
}
