import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Place } from '../../../shared/session/place.ts';
import { withScope } from '../../../shared/session/scope-address.ts';
import { useSeesDevices } from '../../../shared/session/seen-kinds.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { useAlarmCounts, useHealth, useNow } from '../home.queries.ts';
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
import { WhenVisible } from './WhenVisible.tsx';

/** Heights of the lower rows until they are loaded. */
const TRENDS_PX = 480;
const TOPS_PX = 380;

/** Overview of the network in the selected scope. */
export function Dashboard({ place }: { place: Place }) {
  const { t } = useTranslation();
  const health = useHealth(place);
  const now = useNow(place);
  const alarms = useAlarmCounts(place).data;
  const seesAlarms = useHolds('current_alarm') && alarms !== null;
  const seesDevices = useSeesDevices();
  const navigate = useNavigate();
  const openSite = (siteUUID: string) => void navigate(withScope('/home/index', siteUUID));
  if (health.error && !health.data) {
    return <FailedState error={health.error} retry={() => void health.refetch()} />;
  }
  const isOneSite = place.siteUUID !== undefined || health.data?.totals.sites === 1;
  return (
    <div className="home-board" data-turning={health.isPlaceholderData}>
      <div className="card home-top">
        {health.data?.counting === true && <output className="home-counting">{t('health.counting')}</output>}
        {health.data ? (
          <HealthSummary health={health.data} place={place} />
        ) : (
          <div className="home-verdict">
            <Skeleton rows={2} height={20} />
          </div>
        )}
      </div>
      <Figures place={place} totals={health.data?.totals} now={now.data} />
      <div className="home-main">
        <WhenVisible height={TRENDS_PX}>
          <Trends place={place} />
        </WhenVisible>
        {!isOneSite && <MapCard place={place} health={health.data} onOpen={openSite} />}
      </div>
      <div className="home-aside">
        {seesAlarms && <ActiveAlarms place={place} />}
        <Todos place={place} />
        {seesDevices && <DeviceKinds place={place} />}
      </div>
      <WhenVisible height={TOPS_PX} className="home-wide">
        <div className="home-tops">
          <TopLists place={place} onOpen={openSite} />
        </div>
      </WhenVisible>
    </div>
  );
}
