import type { NetworkHealth } from '@airloom/contract/statistics/statistics.model';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { ADD_DEVICE } from '../../../shared/devices/add-device.ts';
import { useSeenKindsNote } from '../../../shared/devices/SeenKindsNote.tsx';
import { StateSign } from '../../../shared/health/StateSign.tsx';
import { useSiteWords } from '../../../shared/health/use-site-words.ts';
import { useVerdict } from '../../../shared/health/use-verdict.ts';
import type { Place } from '../../../shared/session/place.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { useMostSevereAlarms } from '../home.queries.ts';
import { useHomeLinks } from '../home-links.ts';
import './home.css';
import './figures.css';
import './sites.css';
import { OptionalLink } from './OptionalLink.tsx';
import { SITE_LIST } from './site-list.ts';

/** Number of sites listed by name. */
const NAMED = 3;

/** The most severe active alarm. */
function MostSevereAlarm({ place }: { place: Place }) {
  const words = useAlarmWords();
  const alarm = useMostSevereAlarms(place).data?.rows[0];
  const links = useHomeLinks(place);
  if (!alarm || alarm.level === 'notice') return null;
  const where = [words.type(alarm.type), alarm.deviceName, alarm.siteName].filter(Boolean).join(' · ');
  return (
    <p className="home-verdict-why">
      <OptionalLink to={links.alarm(alarm.alarmUUID)}>{where}</OptionalLink> <TimeAgo at={alarm.raisedAt} />
    </p>
  );
}

interface HealthSummaryProps {
  health: NetworkHealth;
  place: Place;
  onOpen(siteUUID: string): void;
}

/** State of the network, with affected sites. */
export function HealthSummary({ health, place, onOpen }: HealthSummaryProps) {
  const { t } = useTranslation();
  const words = useSiteWords();
  const seesDevices = useHolds('device_manage:operate');
  const { state, title, count, sites } = useVerdict(health);
  const { totals } = health;
  const pending = totals.neverConnected ?? 0;
  const note = useSeenKindsNote(health.kinds);
  const named = sites.slice(0, NAMED);
  const more = count - named.length;
  return (
    <section className="home-verdict" data-state={state} aria-labelledby="home-verdict-title">
      <StateSign state={state} size={32} />
      <div className="home-verdict-words">
        <h2 id="home-verdict-title">{title}</h2>
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
            {more > 0 && (
              <li>
                <a href={`#${SITE_LIST}`}>{t('home.verdict.more', { count: more })}</a>
              </li>
            )}
          </ul>
        )}
        {state === 'well' && note === null && totals.devices !== null && totals.alarms !== null && (
          <p>
            {pending === 0
              ? t('home.verdict.wellText', { count: totals.devices })
              : t('home.verdict.onlineText', { count: totals.devices - pending })}
          </p>
        )}
        {pending > 0 && <p>{t('home.figures.pending', { count: pending })}</p>}
        {totals.devices !== null && totals.alarms === null && <p>{t('home.verdict.noAlarms')}</p>}
        {note !== null && <p>{note}</p>}
        {(state === 'empty' || state === 'pending') && (
          <p>
            {t('home.verdict.emptyText')} {seesDevices && <Link to={ADD_DEVICE}>{t('home.add')}</Link>}
          </p>
        )}
        <MostSevereAlarm place={place} />
      </div>
    </section>
  );
}
