import { type ChangeSource, settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { ChangeDetail } from '@airloom/contract/configuration/configuration.model';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { CHANGES_PAGE, changePage } from '../../../shared/configuration/change-page.ts';
import '../../../shared/configuration/configuration.css';
import { Edits } from '../../../shared/configuration/Edits.tsx';
import { ReviewChange } from '../../../shared/configuration/ReviewChange.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { type WavePart, waitingOffline, wavesOf } from '../change-actions.ts';
import { CANCEL_REASON_KEYS, CHANGE_STATE_KEYS, CHANGE_TONES } from '../change-states.ts';
import { ChangeDevices } from '../components/ChangeDevices.tsx';
import { ChangeProgress } from '../components/ChangeProgress.tsx';
import '../components/changes.css';
import { useChangeActions } from '../components/use-change-actions.ts';

function Facts({ change }: { change: ChangeDetail }) {
  const { t } = useTranslation();
  const facts: [string, ReactNode][] = [
    [
      t('configuration-pages.state'),
      <StatusDot key="state" tone={CHANGE_TONES[change.state]}>
        {t(CHANGE_STATE_KEYS[change.state])}
      </StatusDot>,
    ],
    [t('configuration-pages.createdBy'), change.createdBy],
    [t('configuration-pages.createdAt'), <DateTime key="createdAt" at={change.createdAt} />],
    [
      t('configuration-pages.startAt'),
      change.startAt === null ? (
        t('configuration-pages.immediately')
      ) : (
        <DateTime key="startAt" at={change.startAt} />
      ),
    ],
    [t('configuration-pages.endedAt'), change.endedAt && <DateTime key="endedAt" at={change.endedAt} />],
    [
      t('configuration-pages.cancelledBecause'),
      change.cancelReason === null ? null : t(CANCEL_REASON_KEYS[change.cancelReason]),
    ],
    [
      t('configuration-pages.reverts'),
      change.reverts === null ? null : t('configuration-pages.revertsChange', { number: change.reverts }),
    ],
  ];
  return (
    <dl className="card change-facts">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Waves({ change }: { change: ChangeDetail }) {
  const { t } = useTranslation();
  // A paused rollout sends nothing, also not to devices that reconnect.
  const offline = change.state === 'paused' ? 0 : waitingOffline(change.counts);
  const states: Record<WavePart['state'], string> = {
    over: t('configuration-pages.waveState.over'),
    running: t('configuration-pages.waveState.running'),
    paused: t('configuration-pages.waveState.paused'),
    waiting: t('configuration-pages.waveState.waiting'),
    stopped: t('configuration-pages.waveState.stopped'),
  };
  return (
    <section>
      <h2>{t('configuration-pages.progress')}</h2>
      {change.waves > 1 && (
        <ol className="change-waves" aria-label={t('configuration-pages.waves')}>
          {wavesOf(change).map((part) => (
            <li key={part.number} data-state={part.state}>
              {t('configuration-pages.wave', { number: part.number })}
              <span>{states[part.state]}</span>
            </li>
          ))}
        </ol>
      )}
      <ChangeProgress change={change} />
      {offline > 0 && (
        <p className="config-quiet">{t('configuration-pages.offlineLater', { count: offline })}</p>
      )}
    </section>
  );
}

function ChangeView({ change }: { change: ChangeDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [source, setSource] = useState<ChangeSource | null>(null);
  const actionsOf = useChangeActions(setSource);
  return (
    <>
      <PageHeader
        title={t('configuration-pages.named', { number: change.number })}
        lead={change.reason}
        actions={actionsOf(change)}
      />
      <div className="change-parts">
        <Facts change={change} />
        <Waves change={change} />
        <section>
          <h2>{t('configuration-pages.devices')}</h2>
          <ChangeDevices change={change} />
        </section>
        <section>
          <h2>{t('configuration-pages.edits')}</h2>
          {change.edits.length === 0 ? (
            <p className="config-quiet">{t('configuration-pages.noEdits')}</p>
          ) : (
            <div className="card">
              <Edits edits={change.edits} />
            </div>
          )}
        </section>
      </div>
      <ReviewChange
        source={source}
        onClose={() => setSource(null)}
        onApplied={(changeUUID) => {
          setSource(null);
          void navigate(changePage(changeUUID));
        }}
      />
    </>
  );
}

/** One change: its rollout and its devices, live, and its edits. */
export default function ChangePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const changeUUID = query.get('changeUUID') ?? '';
  const { data, error, refetch } = useCall(
    settingCalls.viewChange,
    { changeUUID },
    { enabled: changeUUID !== '' },
  );
  if (changeUUID === '') {
    return (
      <>
        <PageHeader title={t('nav.configurationChange')} />
        <EmptyState
          icon="compare"
          title={t('configuration-pages.none')}
          text={t('configuration-pages.noneText')}
          action={{
            id: 'openChanges',
            label: t('nav.configurationChanges'),
            run: () => void navigate(CHANGES_PAGE),
          }}
        />
      </>
    );
  }
  if (error) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={8} height={20} gap={20} />;
  return <ChangeView key={changeUUID} change={data} />;
}
