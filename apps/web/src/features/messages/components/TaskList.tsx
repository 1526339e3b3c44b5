import { messageCalls } from '@airloom/contract/messages/messages.calls';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { ActionButton } from '../../../shared/ui/actions/ActionButton.tsx';
import { useAllowedActions } from '../../../shared/ui/actions/use-actions.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { TaskLine } from './TaskLine.tsx';

/** Live messages may be lost: running tasks are read again regularly. */
const READ_AGAIN_MS = 30_000;

interface TaskListProps {
  openCommand(cfgUUID: string): void;
  openCommands(): void;
  leave(): void;
}

/** Tasks that run or ended within a day. */
export function TaskList({ openCommand, openCommands, leave }: TaskListProps) {
  const { t } = useTranslation();
  const query = useCall(messageCalls.listTasks, {}, { every: READ_AGAIN_MS });
  const actions = useAllowedActions([
    {
      id: 'allOrders',
      label: t('messages.task.allOrders'),
      icon: 'log',
      needs: 'device_manage',
      run: openCommands,
    },
  ]);

  function list() {
    if (query.error) return <FailedState error={query.error} retry={() => void query.refetch()} />;
    if (query.isPending) return <Skeleton rows={6} height={32} />;
    if (query.data.length === 0) {
      return (
        <EmptyState icon="tasks" title={t('messages.empty.tasks')} text={t('messages.empty.tasksText')} />
      );
    }
    return (
      <ul className="messages-lines">
        {query.data.map((task) => (
          <TaskLine key={task.taskUUID} task={task} openCommand={openCommand} leave={leave} />
        ))}
      </ul>
    );
  }

  return (
    <div className="messages-tab">
      {actions.length > 0 && (
        <div className="page-actions">
          {actions.map((action) => (
            <ActionButton key={action.id} action={action} />
          ))}
        </div>
      )}
      {list()}
    </div>
  );
}
