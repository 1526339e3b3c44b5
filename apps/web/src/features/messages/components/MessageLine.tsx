import type { Message } from '@airloom/contract/messages/messages.model';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IconButton } from '../../../shared/ui/actions/IconButton.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { useSentence, useTableName } from './use-sentence.ts';

const FILES = '/files/';

interface MessageLineProps {
  message: Message;
  read(): void;
  remove(): void;
  /** Closes the drawer to show the linked page. */
  leave(): void;
}

export function MessageLine({ message, read, remove, leave }: MessageLineProps) {
  const { t } = useTranslation();
  const text = useSentence()(message);
  const tableName = useTableName();
  const { link } = message;

  function follow(): void {
    if (!message.read) read();
    if (!link.startsWith(FILES)) leave();
  }

  function leads() {
    if (link === '') return null;
    if (!link.startsWith(FILES)) {
      return (
        <Link to={link} onClick={follow}>
          {t('messages.open')}
        </Link>
      );
    }
    return (
      <a href={link} download={tableName(String(message.params['call'] ?? ''))} onClick={follow}>
        {t('messages.download')}
      </a>
    );
  }

  return (
    <li className="messages-line" data-unread={!message.read}>
      <p className="messages-text">{text}</p>
      <div className="messages-foot">
        {!message.read && <span className="messages-new">{t('messages.new')}</span>}
        <TimeAgo at={message.createdAt} />
        {leads()}
        <span className="messages-tools">
          {!message.read && (
            <IconButton icon="check" size={14} label={t('messages.read')} onClick={() => read()} />
          )}
          <IconButton icon="delete" size={14} label={t('messages.delete')} onClick={() => remove()} />
        </span>
      </div>
    </li>
  );
}
