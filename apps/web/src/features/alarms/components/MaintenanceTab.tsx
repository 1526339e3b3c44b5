import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import type { Maintenance } from '@airloom/contract/alarms/alarms.model';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { ActionButton } from '../../../shared/ui/actions/ActionButton.tsx';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { useClock } from '../../../shared/ui/use-clock.ts';
import './alarms.css';

const MaintenanceForm = lazy(() => import('./MaintenanceForm.tsx'));

const CALLS = [alarmCalls.listMaintenance];

function Entry({ maintenance }: { maintenance: Maintenance }) {
  const { t } = useTranslation();
  const format = useFormat();
  const clock = useClock();
  const operates = useHolds('alarm_rule:operate');
  const ending = useCommand(alarmCalls.endMaintenance, { refresh: CALLS });
  const { maintenanceUUID, name, sites, from, to, createdBy } = maintenance;
  const lasts = Date.parse(from) <= clock;
  const action = lasts ? t('alarms.page.maintenance.end') : t('alarms.page.maintenance.callOff');

  async function end(): Promise<void> {
    const sure = await confirm({
      title: lasts
        ? t('alarms.page.maintenance.endTitle', { name })
        : t('alarms.page.maintenance.callOffTitle', { name }),
      text: t('alarms.page.maintenance.endText'),
      action,
    });
    if (!sure) return;
    await ending.run({ maintenanceUUID });
    toast.success(t('alarms.page.maintenance.ended', { name }));
  }

  return (
    <li className="alarms-line">
      <strong>{name}</strong>
      <StatusDot tone={lasts ? 'processing' : 'offline'}>
        {lasts ? t('alarms.page.maintenance.lasts') : t('alarms.page.maintenance.toCome')}
      </StatusDot>
      <span className="alarms-quiet">
        <DateTime at={from} /> – <DateTime at={to} />
      </span>
      <span className="alarms-quiet">
        {[format.list(sites.map((site) => site.name)), t('alarms.page.story.by', { name: createdBy })].join(
          ' · ',
        )}
      </span>
      {operates && (
        <ActionButton
          action={{ id: `end-${maintenanceUUID}`, label: action, run: () => void ignoreCallFailure(end()) }}
        />
      )}
    </li>
  );
}

interface MaintenanceTabProps {
  plan: Action;
  making: { on: boolean; end(): void };
}

/** Maintenance windows: current ones first, then planned ones. */
export function MaintenanceTab({ plan, making }: MaintenanceTabProps) {
  const { t } = useTranslation();
  const operates = useHolds('alarm_rule:operate');
  const query = useCall(alarmCalls.listMaintenance, {});

  function list() {
    if (query.error) return <FailedState error={query.error} retry={() => void query.refetch()} />;
    if (query.isPending) return <Skeleton rows={4} height={24} />;
    if (query.data.length === 0) {
      return (
        <div className="card">
          <EmptyState
            icon="maintenance"
            title={t('alarms.page.maintenance.empty')}
            text={t('alarms.page.maintenance.emptyText')}
            action={plan}
          />
        </div>
      );
    }
    return (
      <ul className="alarms-lines card">
        {query.data
          .toSorted((a, b) => a.from.localeCompare(b.from))
          .map((maintenance) => (
            <Entry key={maintenance.maintenanceUUID} maintenance={maintenance} />
          ))}
      </ul>
    );
  }

  return (
    <>
      {list()}
      <Suspense>{making.on && operates && <MaintenanceForm refresh={CALLS} onClose={making.end} />}</Suspense>
    </>
  );
}
