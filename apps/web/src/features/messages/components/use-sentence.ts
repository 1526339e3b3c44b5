import type { Message } from '@airloom/contract/messages/messages.model';
import { useTranslation } from 'react-i18next';
import { i18n, type MessageKey } from '../../../shared/i18n/i18n.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { ALARM_NOTICE, type AlarmMessage, alarmMessageIn } from '../alarm-message.ts';

/** Some texts exist only with a count. */
function isSentence(key: string, params: Message['params'] = {}): key is MessageKey {
  return i18n.exists(key, params);
}

/** A file is named by the call that wrote or read it. */
export function useTableName(): (call: string) => string {
  const { t } = useTranslation();
  return (call) => {
    const key = `messages.table.${call}`;
    return isSentence(key) ? t(key) : t('messages.table.other');
  };
}

/** Alarm messages carry values and are translated when read. */
function useAlarmSentence(): (alarm: AlarmMessage) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ step, type, part, place, value, threshold }) => {
    const count = Math.round(value);
    const figures = { count, part, value: format.number(count), threshold: format.number(threshold) };
    return t(ALARM_NOTICE, {
      step: t(`notices.step.${step}`),
      type: t(`alarms.type.${type}`),
      place,
      content: step === 'cleared' ? '' : t(`alarms.content.${type}`, figures),
    }).trim();
  };
}

/** Text of a message. Text of people is shown unchanged. */
export function useSentence(): (message: Pick<Message, 'key' | 'params'>) => string {
  const { t } = useTranslation();
  const tableName = useTableName();
  const alarmSentence = useAlarmSentence();
  return ({ key, params }) => {
    const alarm = alarmMessageIn(key, params);
    if (alarm !== null) return alarmSentence(alarm);
    if (key === ALARM_NOTICE || !isSentence(key, params)) return t('messages.unknown');
    const { call } = params;
    return t(key, typeof call === 'string' ? { ...params, table: tableName(call) } : params);
  };
}
