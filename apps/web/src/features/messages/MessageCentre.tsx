import { commandCalls } from '@airloom/contract/commands/commands.calls';
import { messageCalls } from '@airloom/contract/messages/messages.calls';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../shared/api/use-call.ts';
import { useFormat } from '../../shared/i18n/use-format.ts';
import { Icon } from '../../shared/ui/Icon.tsx';
import '../../shared/ui/actions/icon-button.css';
import './components/messages.css';

const MessageDrawer = lazy(async () => ({
  default: (await import('./components/MessageDrawer.tsx')).MessageDrawer,
}));

export interface MessageCentreProps {
  /** Shows the progress of one command batch, or all of them. */
  openCommand(cfgUUID: string): void;
  openCommands(): void;
}

/** In the header: unread messages, and tasks that run or ended unseen. */
export default function MessageCentre({ openCommand, openCommands }: MessageCentreProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const counts = useCall(messageCalls.getMessageCount, {}).data;
  const { sending = 0, unviewed = 0 } = useCall(commandCalls.getDeviceCftLogCount, {}).data ?? {};
  const unread = counts === undefined ? 0 : counts.system + counts.notice + counts.message;
  const total = unread + sending + unviewed;
  const words = [
    ...(unread > 0 ? [t('messages.unread', { count: unread })] : []),
    ...(sending > 0 ? [t('messages.running', { count: sending })] : []),
    ...(unviewed > 0 ? [t('messages.endedUnseen', { count: unviewed })] : []),
  ];
  const label =
    total === 0 ? t('messages.envelope.quiet') : t('messages.envelope.news', { words: format.list(words) });

  function leaveFor(show: () => void): void {
    setOpen(false);
    show();
  }

  return (
    <>
      <button
        type="button"
        className="icon-button messages-envelope"
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <Icon name="mail" />
        {total > 0 && (
          <span className="messages-count" data-running={sending > 0}>
            {format.count(total)}
          </span>
        )}
      </button>
      <Suspense>
        {open && (
          <MessageDrawer
            works={sending + unviewed > 0}
            openCommand={(cfgUUID) => leaveFor(() => openCommand(cfgUUID))}
            openCommands={() => leaveFor(openCommands)}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
