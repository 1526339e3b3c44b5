import { commandCalls } from '@airloom/contract/commands/commands.calls';
import type { CommandBatch, DeviceCommandRow } from '@airloom/contract/commands/commands.model';
import { COMMAND_STATES, type CommandState } from '@airloom/contract/commands/commands.states';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { CommandOutcome } from '../../../shared/devices/CommandOutcome.tsx';
import { CommandStateDot } from '../../../shared/devices/CommandStateDot.tsx';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { Pager } from '../../../shared/table/Pager.tsx';
import { ActionButton } from '../../../shared/ui/actions/ActionButton.tsx';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { useAllowedActions } from '../../../shared/ui/actions/use-actions.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { COMMAND_CALLS, useAddressee, useMarkSeen } from '../commands.queries.ts';
import { BatchBar } from './BatchBar.tsx';
import './commands.css';

const SIZE = 20;
/** Polling in addition to live messages, in case one is lost. */
const READ_AGAIN_MS = 5_000;

function DeviceLine({ command }: { command: DeviceCommandRow }) {
  return (
    <li className="commands-line">
      <div className="commands-line-head">
        <Link to={devicePage({ kind: command.deviceKind, deviceUUID: command.deviceUUID })}>
          {command.deviceName}
        </Link>
        <span className="commands-quiet">{command.siteName}</span>
        <CommandStateDot state={command.state} />
      </div>
      <CommandOutcome command={command} />
    </li>
  );
}

/** Cancels commands that have not been sent. */
function useCancel(cfgUUID: string): Action {
  const { t } = useTranslation();
  const cancelling = useCommand(commandCalls.cancelCommands, { refresh: COMMAND_CALLS });

  async function cancel(): Promise<void> {
    const { cancelled } = await cancelling.run({ cfgUUID });
    toast.info(
      cancelled === 0
        ? t('command-pages.nothingCancelled')
        : t('command-pages.cancelled', { count: cancelled }),
    );
  }

  return {
    id: 'cancelCommands',
    label: t('command-pages.cancel'),
    icon: 'close',
    needs: 'device_manage:operate',
    pending: cancelling.pending,
    run: () => void ignoreCallFailure(cancel()),
  };
}

/** Results by device, filtered by state. */
function Devices({ batch }: { batch: CommandBatch }) {
  const { t } = useTranslation();
  const [state, setState] = useState<CommandState | undefined>();
  const [page, setPage] = useState(1);
  const query = useCall(
    commandCalls.getDeviceCftLogDetail,
    { cfgUUID: batch.cfgUUID, state, page, size: SIZE },
    { keepPrevious: true, ...(batch.sending > 0 ? { every: READ_AGAIN_MS } : {}) },
  );
  const cancels = useAllowedActions([useCancel(batch.cfgUUID)]);
  if (query.error) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton rows={4} />;
  const { rows, total } = query.data;
  const waits =
    batch.sending > 0 &&
    (batch.total > rows.length || rows.some((row) => row.state === 'sending' && row.sentAt === null));
  return (
    <section className="detail-section">
      <div className="commands-filter">
        <h2>{t('command-pages.perDevice')}</h2>
        {waits && cancels.map((action) => <ActionButton key={action.id} action={action} />)}
        {batch.total > 1 && (
          <Select<CommandState>
            aria-label={t('command-pages.result')}
            placeholder={t('command-pages.anyResult')}
            allowClear
            className="commands-choice"
            options={COMMAND_STATES.map((value) => ({ value, label: t(`commands.state.${value}`) }))}
            value={state ?? null}
            onChange={(value: CommandState | undefined) => {
              setState(value);
              setPage(1);
            }}
          />
        )}
      </div>
      {rows.length === 0 ? (
        <p className="commands-quiet">{t('ui.table.noMatch')}</p>
      ) : (
        <ul className="commands-lines">
          {rows.map((command) => (
            <DeviceLine key={command.commandUUID} command={command} />
          ))}
        </ul>
      )}
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

interface BatchDrawerProps {
  cfgUUID: string;
  onClose(): void;
}

/** Progress and results of one batch. */
export function BatchDrawer({ cfgUUID, onClose }: BatchDrawerProps) {
  const { t } = useTranslation();
  const addressee = useAddressee();
  const [running, setRunning] = useState(true);
  const query = useCall(commandCalls.viewNoticeLog, { cfgUUID }, running ? { every: READ_AGAIN_MS } : {});
  const batch = query.data;
  if (batch && running !== (batch.endedAt === null)) setRunning(batch.endedAt === null);
  useMarkSeen(batch);

  const name = batch ? t(`commands.command.${batch.command}`) : '';
  return (
    <DetailDrawer
      wide
      title={
        batch ? t('command-pages.order', { name, receiver: addressee(batch) }) : t('command-pages.title')
      }
      facts={
        batch
          ? [
              { label: 'command-pages.createdBy', value: batch.createdBy || t('command-pages.itself') },
              { label: 'command-pages.createdAt', value: <DateTime at={batch.createdAt} /> },
              { label: 'command-pages.endedAt', value: batch.endedAt && <DateTime at={batch.endedAt} /> },
            ]
          : []
      }
      onClose={onClose}
    >
      {query.error && <FailedState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton rows={4} />}
      {batch && (
        <>
          <BatchBar batch={batch} />
          <Devices batch={batch} />
        </>
      )}
    </DetailDrawer>
  );
}
