import { useSeesDevices } from '../../../shared/session/seen-kinds.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { useAlarmCounts, useHealth, useNow } from '../home.queries.ts';
import type { HomeScope } from '../home-scope.ts';
import { DeviceKinds } from './DeviceKinds.tsx';
import { Figures } from './Figures.tsx';
import './home.css';
import './figures.css';
import './rankings.css';
import { Notices } from './ActiveAlarms.tsx';
import { Verdict } from './HealthSummary.tsx';
import { MapCard } from './MapCard.tsx';
import { Todos } from './Todos.tsx';
import { Tops } from './TopLists.tsx';
import { Trends } from './Trends.tsx';
import { useLookAt } from './use-select-scope.ts';
import { WhenSeen } from './WhenVisible.tsx';

/** What the lower rows take until they are there. */
const TRENDS_PX = 232;
const TOPS_PX = 380;

/** The network of a scope in one look. */
export function Board({ scope: { place, choose } }: { scope: HomeScope }) {
  const health = useHealth(place);
  const now = useNow(place);
  const alarms = useAlarmCounts(place).data;
  const seesAlarms = useHolds('current_alarm') && alarms !== null;
  const seesDevices = useSeesDevices();
  const lookAt = useLookAt(() => choose(false));
  if (health.error && !health.data) {
    return <FailedState error={health.error} retry={() => void health.refetch()} />;
  }
  return (
    <div className="home-board" data-turning={health.isPlaceholderData}>
      <div className="card home-top">
        {health.data ? (
          <Verdict health={health.data} place={place} onOpen={lookAt.siteOf} />
        ) : (
          <div className="home-verdict">
            <Skeleton rows={2} height={20} />
          </div>
        )}
      </div>
      <Figures place={place} totals={health.data?.totals} now={now.data} />
      <MapCard place={place} health={health.data} onOpen={lookAt.siteOf} />
      <div className="home-aside">
        {seesAlarms && <Notices place={place} />}
        <Todos place={place} />
        {seesDevices && <DeviceKinds place={place} />}
      </div>
      <WhenSeen height={TRENDS_PX} className="home-wide">
        <Trends place={place} />
      </WhenSeen>
      <WhenSeen height={TOPS_PX} className="home-wide">
        <div className="home-tops">
          <Tops place={place} onOpen={lookAt.siteOf} />
        </div>
      </WhenSeen>
    </div>
  );
}
