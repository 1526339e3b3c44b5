import type { SiteHealth } from '@airloom/contract/statistics/statistics.model';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { StateSign } from '../../../shared/health/StateSign.tsx';
import { totalsOf, verdictOf } from '../../../shared/health/site-state.ts';
import type { Place } from '../../../shared/session/place.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { useGravestAlarms } from '../home.queries.ts';
import { homeLinks } from '../home-links.ts';
import './home.css';

/** Beyond these, a number says more. */
const NAMED = 3;

/** Since when: the gravest alarm that goes on. */
function Gravest({ place }: { place: Place }) {
  const words = useAlarmWords();
  const alarm = useGravestAlarms(place).data?.rows[0];
  if (!alarm || alarm.level === 'notice') return null;
  const where = [words.type(alarm.type), alarm.deviceName, alarm.siteName].filter(Boolean).join(' · ');
  return (
    <p className="home-verdict-why">
      <Link to={homeLinks(place).alarm(alarm.alarmUUID)}>{where}</Link> <TimeAgo at={alarm.raisedAt} />
    </p>
  );
}

/** Is everything all right, and if not, where and since when. */
export function Verdict({ sites, place }: { sites: readonly SiteHealth[]; place: Place }) {
  const { t } = useTranslation();
  const seesDevices = useHolds('device_manage:operate');
  const { state, sites: concerned } = verdictOf(sites);
  const totals = totalsOf(sites);
  const names = concerned.slice(0, NAMED).map(({ siteName }) => siteName);
  const more = concerned.length - names.length;
  return (
    <section className="home-verdict" data-state={state} aria-labelledby="home-verdict-title">
      <StateSign state={state} size={32} />
      <div className="home-verdict-words">
        <h2 id="home-verdict-title">
          {state === 'trouble' || state === 'attention'
            ? t(`health.verdict.${state}`, { count: concerned.length })
            : t(`health.verdict.${state}`)}
        </h2>
        {names.length > 0 && sites.length > 1 && (
          <p>{[...names, ...(more > 0 ? [t('home.verdict.more', { count: more })] : [])].join(' · ')}</p>
        )}
        {state === 'well' && <p>{t('home.verdict.wellText', { count: totals.devices })}</p>}
        {state === 'empty' && (
          <p>
            {t('home.verdict.emptyText')}{' '}
            {seesDevices && <Link to="/device/unclaimed?tab=codes&new=1">{t('home.verdict.bring')}</Link>}
          </p>
        )}
        <Gravest place={place} />
      </div>
    </section>
  );
}
