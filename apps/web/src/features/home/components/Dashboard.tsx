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
import { ActiveAlarms } from './ActiveAlarms.tsx';
import { HealthSummary } from './HealthSummary.tsx';
import { MapCard } from './MapCard.tsx';
import { Todos } from './Todos.tsx';
import { TopLists } from './TopLists.tsx';
import { Trends } from './Trends.tsx';
import { useSelectScope } from './use-select-scope.ts';
import { WhenVisible } from './WhenVisible.tsx';

/** Heights of the lower rows until they are loaded. */
const TRENDS_PX = 232;
const TOPS_PX = 380;

/** Overview of the network in a scope. */
export function Dashboard({ scope: { place, choose } }: { scope: HomeScope }) {
  const health = useHealth(place);
  const now = useNow(place);
  const alarms = useAlarmCounts(place).data;
  const seesAlarms = useHolds('current_alarm') && alarms !== null;
  const seesDevices = useSeesDevices();
  const selectScope = useSelectScope(() => choose(false));
  if (health.error && !health.data) {
    return <FailedState error={health.error} retry={() => void health.refetch()} />;
  }
  return (
    <div className="home-board" data-turning={health.isPlaceholderData}>
      <div className="card home-top">
        {health.data ? (
          <HealthSummary health={health.data} place={place} onOpen={selectScope.siteOf} />
        ) : (
          <div className="home-verdict">
            <Skeleton rows={2} height={20} />
          </div>
        )}
      </div>
      <Figures place={place} totals={health.data?.totals} now={now.data} />
      <MapCard place={place} health={health.data} onOpen={selectScope.siteOf} />
      <div className="home-aside">
        {seesAlarms && <ActiveAlarms place={place} />}
        <Todos place={place} />
        {seesDevices && <DeviceKinds place={place} />}
      </div>
      <WhenVisible height={TRENDS_PX} className="home-wide">
        <Trends place={place} />
      </WhenVisible>
      <WhenVisible height={TOPS_PX} className="home-wide">
        <div className="home-tops">
          <TopLists place={place} onOpen={selectScope.siteOf} />
        </div>
      </WhenVisible>
    </div>
  );
}
