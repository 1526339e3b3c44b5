import { messageCalls } from '@airloom/contract/messages/messages.calls';
import type { MessageTab } from '@airloom/contract/messages/messages.model';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { Pager } from '../../../shared/table/Pager.tsx';
import { ActionButton } from '../../../shared/ui/actions/ActionButton.tsx';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { useAllowedActions } from '../../../shared/ui/actions/use-actions.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import type { IconName } from '../../../shared/ui/Icon.tsx';
import { MESSAGE_CALLS } from '../messages.queries.ts';
import { MessageLine } from './MessageLine.tsx';

const SIZE = 20;
const ICONS: Readonly<Record<MessageTab, IconName>> = { system: 'system', notice: 'bell', message: 'mail' };

interface MessageListProps {
  tab: MessageTab;
  unread: number;
  /** Besides reading and deleting. */
  more: readonly Action[];
  leave(): void;
}

/** Messages of a person, newest first. */
export function MessageList({ tab, unread, more, leave }: MessageListProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const query = useCall(messageCalls.listMessages, { tab, page, size: SIZE }, { keepPrevious: true });
  const reading = useCommand(messageCalls.readMessages, { refresh: MESSAGE_CALLS });
  const deleting = useCommand(messageCalls.deleteMessages, { refresh: MESSAGE_CALLS });
  const rows = query.data?.rows ?? [];
  const total = query.data?.total ?? 0;

  async function deleteAll(): Promise<void> {
    const sure = await confirm({
      title: t('messages.deleteAllTitle', { tab: t(`messages.tab.${tab}`) }),
      text: t('messages.deleteAllText'),
      action: t('messages.deleteAll'),
      danger: true,
    });
    if (!sure) return;
    await deleting.run({ tab });
    setPage(1);
  }

  const actions = useAllowedActions([
    ...more,
    {
      id: 'readAll',
      label: t('messages.readAll'),
      icon: 'clear',
      blocked: unread === 0 ? t('messages.allRead') : undefined,
      pending: reading.pending,
      run: () => reading.start({ tab }),
    },
    {
      id: 'deleteAll',
      label: t('messages.deleteAll'),
      icon: 'delete',
      blocked: total === 0 ? t('messages.noneToDelete') : undefined,
      pending: deleting.pending,
      run: () => void ignoreCallFailure(deleteAll()),
    },
  ]);

  function list() {
    if (query.error) return <FailedState error={query.error} retry={() => void query.refetch()} />;
    if (query.isPending) return <Skeleton rows={6} height={32} />;
    if (rows.length === 0) {
      return (
        <EmptyState
          icon={ICONS[tab]}
          title={t(`messages.empty.${tab}`)}
          text={t(`messages.empty.${tab}Text`)}
        />
      );
    }
    return (
      <ul className="messages-lines">
        {rows.map((message) => (
          <MessageLine
            key={message.messageUUID}
            message={message}
            read={() => reading.start({ messageUUIDs: [message.messageUUID] })}
            remove={() => deleting.start({ messageUUIDs: [message.messageUUID] })}
            leave={leave}
          />
        ))}
      </ul>
    );
  }

  return (
    <div className="messages-tab">
      <div className="page-actions">
        {actions.map((action) => (
          <ActionButton key={action.id} action={action} />
        ))}
      </div>
      {list()}
      {total > SIZE && (
        <Pager
          label={t(`messages.tab.${tab}`)}
          page={page}
          size={SIZE}
          total={total}
          onChange={(changes) => setPage(changes.page ?? 1)}
        />
      )}
    </div>
  );
}
