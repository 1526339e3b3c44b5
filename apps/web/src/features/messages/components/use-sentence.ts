import type { Message } from '@airloom/contract/messages/messages.model';
import { useTranslation } from 'react-i18next';
import { i18n, type MessageKey } from '../../../shared/i18n/i18n.ts';

/** Some sentences exist only together with their number. */
function isSentence(key: string, params: Message['params'] = {}): key is MessageKey {
  return i18n.exists(key, params);
}

/** A file is named by the call that made or read it. */
export function useTableName(): (call: string) => string {
  const { t } = useTranslation();
  return (call) => {
    const key = `messages.table.${call}`;
    return isSentence(key) ? t(key) : t('messages.table.other');
  };
}

/** What a message says. What people typed stays as it is. */
export function useSentence(): (message: Pick<Message, 'key' | 'params'>) => string {
  const { t } = useTranslation();
  const tableName = useTableName();
  return ({ key, params }) => {
    if (!isSentence(key, params)) return t('messages.unknown');
    const { call } = params;
    return t(key, typeof call === 'string' ? { ...params, table: tableName(call) } : params);
  };
}
