import type { NetworkHealth } from '@airloom/contract/statistics/statistics.model';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ADD_DEVICE } from '../../../shared/devices/add-device.ts';
import { useSeenKindsNote } from '../../../shared/devices/SeenKindsNote.tsx';
import { StateSign } from '../../../shared/health/StateSign.tsx';
import { pendingOf } from '../../../shared/health/site-state.ts';
import { useVerdict } from '../../../shared/health/use-verdict.ts';
import type { Place } from '../../../shared/session/place.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import './home.css';
import './figures.css';
import { AttentionDevices, AttentionSites } from './Attention.tsx';

interface HealthSummaryProps {
  health: NetworkHealth;
  place: Place;
}

/** State of the scope, with the sites or devices that need attention. */
export function HealthSummary({ health, place }: HealthSummaryProps) {
  const { t } = useTranslation();
  const seesDevices = useHolds('device_manage:operate');
  const { state, title } = useVerdict(health);
  const { totals } = health;
  const pending = pendingOf(totals);
  const note = useSeenKindsNote(health.kinds);
  return (
    <section className="home-verdict" data-state={state} aria-labelledby="home-verdict-title">
      <StateSign state={state} size={32} />
      <div className="home-verdict-words">
        <h2 id="home-verdict-title">{title}</h2>
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
      </div>
      {place.siteUUID === undefined ? (
        <AttentionSites health={health} place={place} />
      ) : (
        <AttentionDevices place={place} />
      )}
    </section>
  );
}
