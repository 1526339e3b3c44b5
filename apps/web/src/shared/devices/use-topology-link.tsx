import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSeenKinds } from '../session/seen-kinds.ts';
import { useHolds } from '../session/session-store.ts';
import { topologyPage } from './topology-page.ts';

/** Link to the topology; null without permission and for devices without a site. */
export function useTopologyLink(): (siteUUID: string | null, deviceUUID: string) => ReactNode {
  const { t } = useTranslation();
  const opens = useHolds('net_map');
  const sees = useSeenKinds().length > 0 && opens;
  return (siteUUID, deviceUUID) =>
    sees && siteUUID !== null ? (
      <Link to={topologyPage(siteUUID, deviceUUID)}>{t('ui.showOnTopology')}</Link>
    ) : null;
}
