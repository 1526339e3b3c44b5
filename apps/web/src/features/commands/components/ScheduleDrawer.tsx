import { scheduleCalls } from '@airloom/contract/commands/schedules.calls';
import type { CommandScheduleDetail } from '@airloom/contract/commands/schedules.model';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { StartGroups } from '../../../shared/rollout/StartGroups.tsx';
import { useLocalStartText, useNextStart } from '../../../shared/rollout/use-start-texts.ts';
import { Pager } from '../../../shared/table/Pager.tsx';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { StatusDot, type Tone } from '../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { showBatch } from '../command-store.ts';
import { COMMAND_CALLS } from '../commands.queries.ts';
import './commands.css';
import { ScheduleForm } from './ScheduleForm.tsx';

const SIZE = 20;
const TONES: Readonly<Record<CommandScheduleDetail['state'], Tone>> = {
  scheduled: 'processing',
  running: 'processing',
  finished: 'ok',
  cancelled: 'offline',
};
const DEVICE_TONES = { waiting: 'offline', sent: 'ok', leftOut: 'warn' } as const satisfies Record<
  string,
  Tone
>;

function Devices({ schedule }: { schedule: CommandScheduleDetail }) {
  const { t } = useTranslation();
  const nextStart = useNextStart();
  const [page, setPage] = useState(1);
  const query = useCall(
    scheduleCalls.listScheduledDevices,
    { scheduleUUID: schedule.scheduleUUID, page, size: SIZE },
    { keepPrevious: true },
  );
  if (query.error) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton rows={4} />;
  const { rows, total } = query.data;
  return (
    <section className="detail-section">
      <h2>{t('command-pages.perDevice')}</h2>
      <ul className="commands-lines">
        {rows.map(({ device, siteName, state, reason, nextStart: next }) => (
          <li key={device.deviceUUID} className="commands-line">
            <div className="commands-line-head">
              <Link to={devicePage(device)}>{device.name}</Link>
              <span className="commands-quiet">{siteName}</span>
              <StatusDot tone={DEVICE_TONES[state]}>
                {t(`command-pages.schedule.deviceState.${state}`)}
              </StatusDot>
            </div>
            {next !== null && <p className="commands-quiet">{nextStart(next, schedule.localStart)}</p>}
            {reason !== null && (
              <p className="commands-quiet">{t(`command-pages.schedule.reason.${reason}`)}</p>
            )}
          </li>
        ))}
      </ul>
      {total > SIZE && (
        <Pager
          label={t('command-pages.perDevice')}
          page={page}
          size={SIZE}
          total={total}
          onChange={(changes) => setPage(changes.page ?? 1)}
        />
      )}
    </section>
  );
}

/** Actions of a schedule in its state. */
function useActions(edit: () => void): (schedule: CommandScheduleDetail) => Action[] {
  const { t } = useTranslation();
  const cancelling = useCommand(scheduleCalls.cancelCommandSchedule, { refresh: COMMAND_CALLS });

  async function cancel(scheduleUUID: string): Promise<void> {
    const sure = await confirm({
      title: t('command-pages.schedule.cancelTitle'),
      text: t('command-pages.schedule.cancelText'),
      action: t('command-pages.schedule.cancel'),
      danger: true,
    });
    if (sure) await cancelling.run({ scheduleUUID });
  }

  return ({ scheduleUUID, state, waiting, sent }) => {
    const shared = { needs: 'device_manage:operate', pending: cancelling.pending } as const;
    const actions: Action[] = [];
    if (sent > 0) {
      actions.push({
        id: 'scheduleResults',
        label: t('command-pages.schedule.results'),
        icon: 'tasks',
        run: () => showBatch(scheduleUUID),
      });
    }
    if (state === 'scheduled') {
      actions.push({
        ...shared,
        id: 'editSchedule',
        label: t('command-pages.schedule.edit'),
        icon: 'edit',
        run: edit,
      });
    }
    if (waiting > 0) {
      actions.push({
        ...shared,
        id: 'cancelSchedule',
        label: t('command-pages.schedule.cancel'),
        icon: 'stop',
        danger: true,
        run: () => void ignoreCallFailure(cancel(scheduleUUID)),
      });
    }
    return actions;
  };
}

/** A scheduled command: when its sites start, and what became of its devices. */
export function ScheduleDrawer({ scheduleUUID, onClose }: { scheduleUUID: string; onClose(): void }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const actionsOf = useActions(() => setEditing(true));
  const localStartText = useLocalStartText();
  const { data, error, refetch } = useCall(scheduleCalls.viewCommandSchedule, { scheduleUUID });
  return (
    <DetailDrawer
      wide
      title={
        data
          ? t('command-pages.order', {
              name: t(`commands.command.${data.command}`),
              receiver: t('command-pages.devices', { count: data.total }),
            })
          : t('command-pages.schedule.list')
      }
      actions={data ? actionsOf(data) : []}
      facts={
        data
          ? [
              {
                label: 'command-pages.result',
                value: (
                  <StatusDot tone={TONES[data.state]}>
                    {t(`command-pages.schedule.state.${data.state}`)}
                  </StatusDot>
                ),
              },
              {
                label: 'command-pages.schedule.start',
                value:
                  data.localStart === null ? <DateTime at={data.startAt} /> : localStartText(data.localStart),
              },
              {
                label: 'command-pages.schedule.deviceState.waiting',
                value: data.postponed > 0 ? t('rollout.postponed', { count: data.postponed }) : null,
              },
              { label: 'rollout.createdBy', value: data.createdBy },
              { label: 'rollout.editedBy', value: data.editedBy },
              { label: 'command-pages.createdAt', value: <DateTime at={data.createdAt} /> },
            ]
          : []
      }
      onClose={onClose}
    >
      {error && <FailedState error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={4} />}
      {data && (
        <>
          {data.starts.length > 0 && (
            <section className="detail-section">
              <h2>{t('rollout.preview.starts')}</h2>
              <StartGroups groups={data.starts} />
            </section>
          )}
          <Devices schedule={data} />
          {editing && <ScheduleForm edited={data} onClose={() => setEditing(false)} />}
        </>
      )}
    </DetailDrawer>
  );
}
