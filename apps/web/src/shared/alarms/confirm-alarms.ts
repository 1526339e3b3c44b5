import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import { call } from '../api/call.ts';
import { ignoreCallFailure } from '../api/ignore-call-failure.ts';
import { refreshCalls } from '../api/query-client.ts';
import { i18n } from '../i18n/i18n.ts';
import { toast } from '../ui/feedback/toast.ts';
import { undoToast } from '../ui/feedback/undo-toast.ts';
import { ALARM_CALLS } from './alarm-calls.ts';

async function unconfirm(alarmUUIDs: string[], confirmedAt: string): Promise<void> {
  const { unconfirmed } = await call(alarmCalls.unconfirmAlarm, { alarmUUIDs, confirmedAt });
  await refreshCalls(...ALARM_CALLS);
  toast.success(i18n.t('alarms.page.confirm.undone', { count: unconfirmed }));
}

/** Confirms with an optional note, and offers to undo it. If somebody else confirmed first, shows that; the note is not stored. */
export async function confirmWithNote(alarmUUIDs: string[], note = ''): Promise<void> {
  const { confirmed, confirmedAt } = await call(alarmCalls.confirmAlarm, { alarmUUIDs, note });
  await refreshCalls(...ALARM_CALLS);
  if (confirmed === 0) {
    toast.info(i18n.t('alarms.page.confirm.byOther'));
    return;
  }
  void undoToast({
    text: i18n.t('alarms.page.confirm.done', { count: confirmed }),
    label: i18n.t('alarms.page.confirm.undo'),
    undo: () => void ignoreCallFailure(unconfirm(alarmUUIDs, confirmedAt)),
  });
}

/** Confirms without a question, and offers to undo it. Outside of components: the row or drawer may be gone by then. */
export async function confirmAlarms(alarmUUIDs: readonly string[]): Promise<void> {
  await ignoreCallFailure(confirmWithNote([...alarmUUIDs]));
}
