import { CLIENT_LIMITS } from '@airloom/contract/clients/clients.limits';
import type { TerminalTimeline } from '@airloom/contract/clients/online.model';
import { Checkbox } from 'antd';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import { OWN, withWindow } from '../../../shared/chart/time-window.ts';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { Icon, type IconName } from '../../../shared/ui/Icon.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { clientHistoryOf, type HistoryEntry, isProblem } from '../client-history.ts';
import './clients.css';
import { connectionText } from './connection-text.ts';
import { useJoinReason } from './use-join-reason.ts';

const ICONS: Readonly<Record<HistoryEntry['what'], IconName>> = {
  joined: 'signIn',
  roamed: 'right',
  left: 'signOut',
  refused: 'urgent',
};

function keyOf(entry: HistoryEntry): string {
  const { what, at } = entry;
  return `${what} ${at} ${what === 'refused' ? entry.refusal.device.deviceUUID : entry.session.sessionUUID}`;
}

/** In the address while only problems are shown. */
const PROBLEMS = 'problems';

const AROUND_MS = 15 * 60_000;

/** Address of this page for the minutes around an event. */
function around(query: URLSearchParams, at: string): string {
  const end = (ms: number) => new Date(Date.parse(at) + ms).toISOString();
  return `?${withWindow(query, { chosen: OWN, from: end(-AROUND_MS), to: end(AROUND_MS) }, Date.now())}`;
}

function EntryText({ entry }: { entry: HistoryEntry }) {
  const { t } = useTranslation();
  const format = useFormat();
  const units = useUnits();
  const reason = useJoinReason();
  if (entry.what === 'refused') {
    const { device, ssid, reason: why } = entry.refusal;
    return (
      <div>
        <strong>{t('terminal-pages.story.refused')}</strong>{' '}
        <Link to={devicePage(device)}>{device.name}</Link>
        <p>{[reason(why), ssid].filter((part) => part !== '').join(' · ')}</p>
      </div>
    );
  }
  const { session } = entry;
  const device = { kind: session.deviceKind, deviceUUID: session.deviceUUID };
  const lasted = [
    format.duration(session.durationSeconds),
    `↓ ${units.bytes(session.downBytes)}`,
    `↑ ${units.bytes(session.upBytes)}`,
    ...(session.signalAverage === null ? [] : [units.dbm(session.signalAverage)]),
  ];
  return (
    <div>
      <strong>{t(`terminal-pages.story.${entry.what}`)}</strong>{' '}
      <Link to={devicePage(device)}>{session.deviceName}</Link>
      <p>
        {entry.what === 'left'
          ? [
              ...(session.endReason === null ? [] : [t(`terminals.endReason.${session.endReason}`)]),
              ...lasted,
            ].join(' · ')
          : [connectionText(session), session.siteName].filter((part) => part !== '').join(' · ')}
      </p>
    </div>
  );
}

/** Joins, roaming, leaves and refusals of a client. */
export function ClientHistory({ timeline }: { timeline: TerminalTimeline }) {
  const { t } = useTranslation();
  const headingId = useId();
  const [query, setQuery] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  const problemsOnly = query.get(PROBLEMS) !== null;
  const history = useMemo(() => {
    const entries = clientHistoryOf(timeline);
    return problemsOnly ? entries.filter(isProblem) : entries;
  }, [timeline, problemsOnly]);
  const showProblems = (only: boolean) =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        if (only) next.set(PROBLEMS, '1');
        else next.delete(PROBLEMS);
        return next;
      },
      { replace: true, state },
    );
  const { timelineMax } = CLIENT_LIMITS;
  const cut = timeline.sessions.length >= timelineMax || timeline.refusals.length >= timelineMax;
  return (
    <section aria-labelledby={headingId}>
      <div className="terminal-story-head">
        <h2 id={headingId} className="terminal-heading">
          {t('terminal-pages.story.title')}
        </h2>
        <Checkbox checked={problemsOnly} onChange={(event) => showProblems(event.target.checked)}>
          {t('terminal-pages.story.problemsOnly')}
        </Checkbox>
      </div>
      {cut && <p className="terminal-note">{t('terminal-pages.story.cut', { maximum: timelineMax })}</p>}
      <div className="card">
        {history.length === 0 ? (
          <EmptyState
            icon={problemsOnly ? 'check' : 'clock'}
            title={problemsOnly ? t('terminal-pages.story.noProblems') : t('terminal-pages.story.empty')}
          />
        ) : (
          <ol className="terminal-story">
            {history.map((entry) => (
              <li key={keyOf(entry)} data-what={entry.what} data-problem={isProblem(entry)}>
                <Icon name={ICONS[entry.what]} />
                <EntryText entry={entry} />
                <Link to={around(query, entry.at)} state={state} title={t('terminal-pages.story.around')}>
                  <DateTime at={entry.at} />
                </Link>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}
