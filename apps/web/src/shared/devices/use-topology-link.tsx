import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHolds } from '../session/session-store.ts';

export const TOPOLOGY_PAGE = '/monitor/topo';

/** The picture of a device's site with the device in its middle and its way out lit. */
export function topologyPage(siteUUID: string, deviceUUID: string): string {
  return `${TOPOLOGY_PAGE}?${new URLSearchParams({ site: siteUUID, find: deviceUUID })}`;
}

/** Leads there whoever may see it; null for others, and for devices in no site. */
export function useTopologyLink(): (siteUUID: string | null, deviceUUID: string) => ReactNode {
  const { t } = useTranslation();
  const sees = useHolds('net_map');
  return (siteUUID, deviceUUID) =>
    sees && siteUUID !== null ? (
      <Link to={topologyPage(siteUUID, deviceUUID)}>{t('ui.showOnTopology')}</Link>
    ) : null;
}
