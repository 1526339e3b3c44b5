import { ALARM_LEVELS } from '@airloom/contract/alarms/alarms.types';
import type { NoticeStep } from '@airloom/contract/notices/notices.model';
import type { Digested, ToldAlarm } from '../planning/alarm.repository.ts';
import type { DigestPeriod } from '../planning/digest.ts';

export type WebhookNews =
  | { readonly kind: 'alarm'; readonly step: NoticeStep; readonly alarm: ToldAlarm }
  | { readonly kind: 'digest'; readonly counts: readonly Digested[]; readonly period: DigestPeriod }
  | { readonly kind: 'test' };

function newsOf(news: WebhookNews) {
  if (news.kind === 'test') return { event: 'test' };
  if (news.kind === 'digest') {
    const { counts, period } = news;
    return {
      event: 'digest',
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      levels: ALARM_LEVELS.flatMap((level) => counts.filter((row) => row.level === level)),
    };
  }
  const { alarm, step } = news;
  return {
    event: `alarm.${step}`,
    alarm: {
      alarmUUID: alarm.id,
      type: alarm.type,
      level: alarm.level,
      siteUUID: alarm.siteId,
      siteName: alarm.siteName,
      deviceUUID: alarm.deviceId,
      deviceName: alarm.deviceName,
      part: alarm.part,
      value: alarm.value,
      threshold: alarm.threshold,
      consequences: alarm.consequences,
      raisedAt: alarm.raisedAt.toISOString(),
      confirmedAt: alarm.confirmedAt?.toISOString() ?? null,
      confirmedBy: alarm.confirmedBy,
      clearedAt: alarm.clearedAt?.toISOString() ?? null,
      clearReason: alarm.clearReason,
    },
  };
}

/** What a webhook is told; docs/webhooks.md says what stands in it. */
export function webhookBody(id: string, account: string, news: WebhookNews): string {
  return JSON.stringify({ id, accountUUID: account, ...newsOf(news) });
}
