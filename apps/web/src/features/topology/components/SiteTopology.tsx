import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { addDeviceTo } from '../../../shared/devices/add-device.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { TopologyBoard } from './TopologyBoard.tsx';
import { useTopology } from './use-topology.ts';

interface SiteTopologyProps {
  siteUUID: string;
  siteName: string;
}

/** Topology of one site, or its loading and error states. */
export function SiteTopology({ siteUUID, siteName }: SiteTopologyProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: topology, error, refetch } = useTopology(siteUUID);
  if (topology !== undefined && topology.nodes.length > 0) {
    return <TopologyBoard siteUUID={siteUUID} siteName={siteName} topology={topology} />;
  }
  return (
    <>
      <PageHeader title={t('nav.topology')} lead={t('topology.lead')} />
      <div className="card">
        {error && <FailedState error={error} retry={() => void refetch()} />}
        {!error && topology === undefined && (
          <div className="topology-waiting">
            <Skeleton rows={8} height={28} />
          </div>
        )}
        {!error && topology !== undefined && (
          <EmptyState
            icon="network"
            title={t('topology.empty.title')}
            text={t('topology.empty.text')}
            action={{
              id: 'addDevices',
              label: t('topology.empty.action'),
              icon: 'plus',
              primary: true,
              needs: 'device_manage:operate',
              run: () => void navigate(addDeviceTo(siteUUID)),
            }}
          />
        )}
      </div>
    </>
  );
}
