import type { SiteHealth } from '@airloom/contract/statistics/statistics.model';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { StateSign } from '../../../shared/health/StateSign.tsx';
import { totalsOf, verdictOf } from '../../../shared/health/site-state.ts';
import { useSiteWords } from '../../../shared/health/use-site-words.ts';
import type { Place } from '../../../shared/session/place.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { useGravestAlarms } from '../home.queries.ts';
import { homeLinks } from '../home-links.ts';
import './home.css';
import './figures.css';
import './sites.css';

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

interface VerdictProps {
  sites: readonly SiteHealth[];
  place: Place;
  onOpen(siteUUID: string): void;
}

/** Is everything all right, and if not, where and since when. */
export function Verdict({ sites, place, onOpen }: VerdictProps) {
  const { t } = useTranslation();
  const words = useSiteWords();
  const seesDevices = useHolds('device_manage:operate');
  const { state, sites: concerned } = verdictOf(sites);
  const totals = totalsOf(sites);
  const named = concerned.slice(0, NAMED);
  const more = concerned.length - named.length;
  return (
    <section className="home-verdict" data-state={state} aria-labelledby="home-verdict-title">
      <StateSign state={state} size={32} />
      <div className="home-verdict-words">
        <h2 id="home-verdict-title">
          {state === 'trouble' || state === 'attention'
            ? t(`health.verdict.${state}`, { count: concerned.length })
            : t(`health.verdict.${state}`)}
        </h2>
        {named.length > 0 && (
          <ul className="home-verdict-sites">
            {named.map((site) => (
              <li key={site.siteUUID}>
                <button type="button" className="home-site-open" onClick={() => onOpen(site.siteUUID)}>
                  {site.siteName}
                </button>{' '}
                {words(site)}
              </li>
            ))}
            {more > 0 && <li>{t('home.verdict.more', { count: more })}</li>}
          </ul>
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
