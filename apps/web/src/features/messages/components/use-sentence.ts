import type { Message } from '@airloom/contract/messages/messages.model';
import { useTranslation } from 'react-i18next';
import { i18n, type MessageKey } from '../../../shared/i18n/i18n.ts';
import { type Names, wordsOf } from '../sentence.ts';

type Params = Message['params'];

/** Some sentences exist only together with their number. */
function isSentence(key: string, params: Params): key is MessageKey {
  return i18n.exists(key, params);
}

function useNames(): Names {
  const { t } = useTranslation();
  const named = (key: string, otherwise: string) => (isSentence(key, {}) ? t(key) : otherwise);
  return {
    table: (call) => named(`messages.table.${call}`, t('messages.table.other')),
    level: (level) => named(`alarms.level.${level}`, level),
    type: (type) => named(`alarms.type.${type}`, type),
  };
}

export function useTableName(): Names['table'] {
  return useNames().table;
}

/** What a message says. */
export function useSentence(): (message: Pick<Message, 'key' | 'params'>) => string {
  const { t } = useTranslation();
  const names = useNames();
  return ({ key, params }) =>
    isSentence(key, params) ? t(key, wordsOf(params, names)) : t('messages.unknown');
}
