import { messageCalls } from '@airloom/contract/messages/messages.calls';
import { MESSAGE_TABS, type MessageCounts, type MessageTab } from '@airloom/contract/messages/messages.model';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { Tabs } from '../../../shared/ui/layout/Tabs.tsx';
import { MessageList } from './MessageList.tsx';
import './messages.css';
import { TaskList } from './TaskList.tsx';

const WriteMessage = lazy(() => import('./WriteMessage.tsx'));

const NO_FACTS: readonly never[] = [];
const NOTHING: readonly Action[] = [];
const TASKS = 'tasks';

interface MessageDrawerProps {
  /** Whether tasks run, or ended unseen. */
  works: boolean;
  openCommand(cfgUUID: string): void;
  openCommands(): void;
  onClose(): void;
}

/** The tab with unread messages; otherwise running tasks. */
function firstTab(counts: MessageCounts | undefined, works: boolean): string {
  const unread = MESSAGE_TABS.find((tab) => (counts?.[tab] ?? 0) > 0);
  return unread ?? (works ? TASKS : MESSAGE_TABS[0]);
}

export function MessageDrawer({ works, openCommand, openCommands, onClose }: MessageDrawerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const counts = useCall(messageCalls.getMessageCount, {}).data;
  const [active, setActive] = useState(() => firstTab(counts, works));
  const [writing, setWriting] = useState(false);

  const write: Action = {
    id: 'writeMessage',
    label: t('messages.write.action'),
    icon: 'send',
    needs: 'subaccount_manage:operate',
    run: () => setWriting(true),
  };

  function tabOf(tab: MessageTab) {
    const unread = counts?.[tab] ?? 0;
    return {
      key: tab,
      label: (
        <>
          {t(`messages.tab.${tab}`)}
          {unread > 0 && <span className="messages-tab-count">{format.number(unread)}</span>}
        </>
      ),
      children: (
        <MessageList tab={tab} unread={unread} more={tab === 'message' ? [write] : NOTHING} leave={onClose} />
      ),
    };
  }

  return (
    <DetailDrawer wide title={t('messages.title')} facts={NO_FACTS} onClose={onClose}>
      <Tabs
        label={t('messages.title')}
        activeKey={active}
        onChange={setActive}
        items={[
          ...MESSAGE_TABS.map(tabOf),
          {
            key: TASKS,
            label: t('messages.tab.tasks'),
            children: <TaskList openCommand={openCommand} openCommands={openCommands} leave={onClose} />,
          },
        ]}
      />
      <Suspense>{writing && <WriteMessage onClose={() => setWriting(false)} />}</Suspense>
    </DetailDrawer>
  );
}
