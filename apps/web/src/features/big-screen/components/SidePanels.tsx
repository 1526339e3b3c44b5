import type { NetworkHealth } from '@airloom/contract/statistics/statistics.model';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LevelSign } from '../../../shared/alarms/LevelSign.tsx';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { useSeenKindsNote } from '../../../shared/devices/SeenKindsNote.tsx';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { StateSign } from '../../../shared/health/StateSign.tsx';
import { useVerdict } from '../../../shared/health/use-verdict.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { FROM_BIG_SCREEN } from '../../../shared/routing/from-big-screen.ts';
import type { Place } from '../../../shared/session/place.ts';
import { useSeesDevices } from '../../../shared/session/seen-kinds.ts';
import { useHolds, useSession } from '../../../shared/session/session-store.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { useAlarmCounts, useAlarms, useDeviceCounts } from '../big-screen.queries.ts';
import './big-screen.css';
import './side-panels.css';
import { VirtualTag } from '../../../shared/devices/VirtualTag.tsx';

export function HealthStatus({ health }: { health: NetworkHealth }) {
  const { state, title, sites } = useVerdict(health);
  const note = useSeenKindsNote(health.kinds);
  return (
    <div className="big-screen-verdict" data-state={state}>
      <StateSign state={state} />
      <p>
        <strong>{title}</strong>
        {note !== null && <span>{note}</span>}
        {sites.length > 0 && health.totals.sites > 1 && (
          <span>
            {sites
              .slice(0, 3)
              .map(({ siteName }) => siteName)
              .join(' · ')}
          </span>
        )}
      </p>
    </div>
  );
}

/** Leads to the alarm, unless a link shows this screen alone. */
function AlarmRow({ alarmUUID, children }: { alarmUUID: string; children: ReactNode }) {
  const linked = useSession((state) => state.screenPermissions !== null);
  if (linked) return <div className="big-screen-alarm">{children}</div>;
  return (
    <Link
      to={`/monitor/alarmDetail?alarmUUID=${alarmUUID}`}
      state={FROM_BIG_SCREEN}
      className="big-screen-alarm"
    >
      {children}
    </Link>
  );
}

/** Nothing without permission for alarms. */
export function AlarmsPanel({ place, title }: { place: Place; title: string }) {
  const { t } = useTranslation();
  const words = useAlarmWords();
  const { data } = useAlarms(place);
  const counts = useAlarmCounts(place);
  if (!useHolds('current_alarm') || counts.data === null) return null;
  return (
    <section className="big-screen-box big-screen-alarms">
      <h2>{title}</h2>
      {data?.rows.length === 0 && (
        <p className="big-screen-calm">
          <Icon name="well" /> {t('big-screen.noAlarms')}
        </p>
      )}
      <ul>
        {data?.rows.map((alarm) => (
          <li key={alarm.alarmUUID}>
            <AlarmRow alarmUUID={alarm.alarmUUID}>
              <LevelSign level={alarm.level} />
              <span className="big-screen-alarm-words">
                <strong>{words.type(alarm.type)}</strong>
                <span className="big-screen-quiet">
                  {[alarm.deviceName, alarm.siteName].filter(Boolean).join(' · ')}{' '}
                  {alarm.virtual && <VirtualTag />}
                </span>
              </span>
              <span className="big-screen-quiet">
                <TimeAgo at={alarm.raisedAt} />
              </span>
            </AlarmRow>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Online and total devices by class. */
export function DevicesPanel({ place }: { place: Place }) {
  const { t } = useTranslation();
  const format = useFormat();
  const kinds = useKindNames();
  const { data } = useDeviceCounts(place);
  const present = data?.kinds.filter(({ total }) => total > 0) ?? [];
  if (!useSeesDevices()) return null;
  return (
    <section className="big-screen-box big-screen-devices">
      <h2>{t('big-screen.devices')}</h2>
      <ul>
        {present.map(({ kind, total, online, partlyOffline, neverConnected }) => (
          <li key={kind} data-whole={online + neverConnected === total}>
            <span>{kinds[kind]}</span>
            <span className="big-screen-share" aria-hidden>
              <span style={{ width: `${((online + partlyOffline) / total) * 100}%` }} />
            </span>
            <span className="big-screen-number">
              {t('big-screen.ofAll', {
                online: format.number(online + partlyOffline),
                total: format.number(total),
              })}
              {neverConnected > 0 && <small> {t('big-screen.pending', { count: neverConnected })}</small>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
