import { commandCalls } from '@airloom/contract/commands/commands.calls';
import {
  COMMAND_NAMES,
  type CommandBatch,
  type CommandName,
} from '@airloom/contract/commands/commands.model';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { COMMAND_ICONS } from '../../../shared/devices/command-names.ts';
import { Pager } from '../../../shared/table/Pager.tsx';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { IconButton } from '../../../shared/ui/actions/IconButton.tsx';
import { CountFilter } from '../../../shared/ui/CountFilter.tsx';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { useAddressee } from '../commands.queries.ts';
import { BatchBar } from './BatchBar.tsx';
import './commands.css';
import { Schedules } from './Schedules.tsx';

const SIZE = 20;
const NO_FACTS: readonly never[] = [];
const LOG_CALLS = [commandCalls.getDeviceCftLog, commandCalls.getDeviceCftLogCount];

const OUTCOMES = ['all', 'sending', 'succeeded', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];

interface LineProps {
  batch: CommandBatch;
  open(): void;
  remove(): void;
}

function BatchLine({ batch, open, remove }: LineProps) {
  const { t } = useTranslation();
  const addressee = useAddressee();
  const name = t('command-pages.order', {
    name: t(`commands.command.${batch.command}`),
    receiver: addressee(batch),
  });
  return (
    <li className="commands-line" data-unseen={batch.endedAt !== null && !batch.viewed}>
      <div className="commands-line-head">
        <Icon name={COMMAND_ICONS[batch.command]} />
        <button type="button" className="commands-open" onClick={open}>
          {name}
        </button>
        {batch.endedAt !== null && !batch.viewed && (
          <span className="commands-new">{t('command-pages.unseen')}</span>
        )}
        <span className="commands-quiet">
          {batch.createdBy || t('command-pages.itself')} · <TimeAgo at={batch.createdAt} />
        </span>
        {batch.endedAt !== null && (
          <IconButton icon="delete" size={14} label={t('command-pages.remove', { name })} onClick={remove} />
        )}
      </div>
      <BatchBar batch={batch} />
    </li>
  );
}

/** Batches of the account, newest first, without those the person removed from their log. */
export function LogDrawer({ open, onClose }: { open(cfgUUID: string): void; onClose(): void }) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<Outcome>('all');
  const [command, setCommand] = useState<CommandName | undefined>();
  const [page, setPage] = useState(1);
  const query = useCall(
    commandCalls.getDeviceCftLog,
    { page, size: SIZE, command, outcome: outcome === 'all' ? undefined : outcome },
    { keepPrevious: true },
  );
  const marking = useCommand(commandCalls.setDeviceCftLog, { refresh: LOG_CALLS });
  const removing = useCommand(commandCalls.deleteDeviceCftLog, { refresh: LOG_CALLS });
  const rows = query.data?.rows ?? [];
  const unseen = rows.filter((batch) => batch.endedAt !== null && !batch.viewed);
  const over = rows.filter((batch) => batch.endedAt !== null);
  const names: Record<Outcome, string> = {
    all: t('command-pages.outcome.all'),
    sending: t('command-pages.outcome.sending'),
    succeeded: t('command-pages.outcome.succeeded'),
    failed: t('command-pages.outcome.failed'),
  };

  async function removeEnded(): Promise<void> {
    const confirmed = await confirm({
      title: t('command-pages.confirm.removeEnded', { count: over.length }),
      text: t('command-pages.confirm.removeEndedText'),
      action: t('command-pages.removeEnded'),
      danger: true,
    });
    if (confirmed) await removing.run({ cfgUUIDs: over.map((batch) => batch.cfgUUID) });
  }

  const actions: Action[] = [
    {
      id: 'markSeen',
      label: t('command-pages.markSeen'),
      icon: 'check',
      blocked: unseen.length === 0 ? t('command-pages.allSeen') : undefined,
      pending: marking.pending,
      run: () => marking.start({ cfgUUIDs: unseen.map((batch) => batch.cfgUUID) }),
    },
    {
      id: 'removeEnded',
      label: t('command-pages.removeEnded'),
      icon: 'delete',
      blocked: over.length === 0 ? t('command-pages.noneEnded') : undefined,
      pending: removing.pending,
      run: () => void ignoreCallFailure(removeEnded()),
    },
  ];

  function list() {
    if (query.error) return <FailedState error={query.error} retry={() => void query.refetch()} />;
    if (query.isPending) return <Skeleton rows={6} height={32} />;
    if (rows.length === 0) {
      return outcome === 'all' && command === undefined ? (
        <EmptyState icon="tasks" title={t('command-pages.empty')} text={t('command-pages.emptyText')} />
      ) : (
        <EmptyState icon="search" title={t('ui.table.noMatch')} />
      );
    }
    return (
      <ul className="commands-lines">
        {rows.map((batch) => (
          <BatchLine
            key={batch.cfgUUID}
            batch={batch}
            open={() => open(batch.cfgUUID)}
            remove={() => removing.start({ cfgUUIDs: [batch.cfgUUID] })}
          />
        ))}
      </ul>
    );
  }

  return (
    <DetailDrawer wide title={t('command-pages.title')} facts={NO_FACTS} actions={actions} onClose={onClose}>
      <Schedules />
      <div>
        <CountFilter
          label={t('command-pages.result')}
          counts={OUTCOMES.map((value) => ({ value, label: names[value] }))}
          value={outcome}
          onChange={(value) => {
            setOutcome(value);
            setPage(1);
          }}
        />
        <Select<CommandName>
          aria-label={t('command-pages.command')}
          placeholder={t('command-pages.anyCommand')}
          allowClear
          className="commands-choice"
          options={COMMAND_NAMES.map((value) => ({ value, label: t(`commands.command.${value}`) }))}
          value={command ?? null}
          onChange={(value: CommandName | undefined) => {
            setCommand(value);
            setPage(1);
          }}
        />
      </div>
      {list()}
      {(query.data?.total ?? 0) > SIZE && (
        <Pager
          label={t('command-pages.title')}
          page={page}
          size={SIZE}
          total={query.data?.total ?? 0}
          onChange={(changes) => setPage(changes.page ?? 1)}
        />
      )}
    </DetailDrawer>
  );
}
