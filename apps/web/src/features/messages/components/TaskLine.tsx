import type { Task } from '@airloom/contract/messages/messages.model';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { i18n, type MessageKey } from '../../../shared/i18n/i18n.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { Icon, type IconName } from '../../../shared/ui/Icon.tsx';
import { ProgressBar } from '../../../shared/ui/ProgressBar.tsx';
import { StatusDot, type Tone } from '../../../shared/ui/StatusDot.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { CampaignResults } from './CampaignResults.tsx';
import { useTableName } from './use-sentence.ts';

const ICONS: Readonly<Record<Task['kind'], IconName>> = {
  import: 'upload',
  export: 'sheet',
  campaign: 'firmware',
  order: 'tasks',
};

const TONES: Readonly<Record<Task['state'], Tone>> = {
  running: 'processing',
  done: 'ok',
  partly: 'warn',
  failed: 'error',
};

function isCommandName(key: string): key is MessageKey {
  return i18n.exists(key);
}

/** Commands and tables are named by their key; a campaign has its own name. */
function useTaskName(): (task: Task) => string {
  const { t } = useTranslation();
  const tableName = useTableName();
  return ({ kind, name }) => {
    if (kind === 'campaign') return t('messages.task.campaign', { name });
    if (kind !== 'order') return t(`messages.task.${kind}`, { name: tableName(name) });
    const key = `commands.command.${name}`;
    return t('messages.task.order', { name: isCommandName(key) ? t(key) : name });
  };
}

function TaskBar({ task }: { task: Task }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { total } = task;

  function words(): string[] {
    if (total === null) return [t('messages.task.rows', { count: task.done })];
    const open = task.endedAt === null ? Math.max(0, total - task.done - task.failed) : 0;
    return [
      ...(task.done > 0 || total === 0 ? [t('messages.task.done', { count: task.done })] : []),
      ...(task.failed > 0 ? [t('messages.task.failed', { count: task.failed })] : []),
      ...(open > 0 ? [t('messages.task.open', { count: open })] : []),
    ];
  }

  return (
    <ProgressBar
      label={t('messages.task.progress')}
      total={total}
      parts={[
        { tone: 'ok', count: task.done },
        { tone: 'error', count: task.failed },
      ]}
    >
      {format.list(words())}
    </ProgressBar>
  );
}

interface TaskLineProps {
  task: Task;
  openCommand(cfgUUID: string): void;
  leave(): void;
}

export function TaskLine({ task, openCommand, leave }: TaskLineProps) {
  const { t } = useTranslation();
  const name = useTaskName()(task);
  const tableName = useTableName();

  function title() {
    if (task.kind === 'order') {
      return (
        <button type="button" className="messages-open" onClick={() => openCommand(task.taskUUID)}>
          {name}
        </button>
      );
    }
    if (task.link === '') return <span className="messages-name">{name}</span>;
    return (
      <Link to={task.link} className="messages-name" onClick={leave}>
        {name}
      </Link>
    );
  }

  return (
    <li className="messages-line">
      <div className="messages-head">
        <Icon name={ICONS[task.kind]} />
        {title()}
        <StatusDot tone={TONES[task.state]}>{t(`messages.task.state.${task.state}`)}</StatusDot>
      </div>
      {(task.total !== null || task.endedAt === null) && <TaskBar task={task} />}
      <div className="messages-foot">
        <span>
          {task.startedBy || t('messages.task.itself')} · <TimeAgo at={task.endedAt ?? task.startedAt} />
        </span>
        {task.kind === 'import' && task.endedAt !== null && (
          <span>{t('messages.task.added', { count: task.done })}</span>
        )}
        {task.kind === 'campaign' && task.endedAt !== null && (
          <CampaignResults campaignUUID={task.taskUUID} />
        )}
        {task.fileUrl !== null && (
          <a href={task.fileUrl} download={tableName(task.name)}>
            {t(task.kind === 'import' ? 'messages.task.refusedRows' : 'messages.download')}
          </a>
        )}
      </div>
    </li>
  );
}
