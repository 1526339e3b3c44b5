import { ALARM_LEVELS } from '@airloom/contract/alarms/alarms.types';
import type { NoticeStep } from '@airloom/contract/notices/notices.model';
import type { DigestCount, NoticeAlarm } from '../planning/alarm.repository.ts';
import type { DigestPeriod } from '../planning/digest.ts';

export type WebhookContent =
  | { readonly kind: 'alarm'; readonly step: NoticeStep; readonly alarm: NoticeAlarm }
  | { readonly kind: 'digest'; readonly counts: readonly DigestCount[]; readonly period: DigestPeriod }
  | { readonly kind: 'test' };

function bodyOf(content: WebhookContent) {
  if (content.kind === 'test') return { event: 'test' };
  if (content.kind === 'digest') {
    const { counts, period } = content;
    return {
      event: 'digest',
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      levels: ALARM_LEVELS.flatMap((level) => counts.filter((row) => row.level === level)),
    };
  }
  const { alarm, step } = content;
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

/** Body of a webhook request; documented in docs/webhooks.md. */
export function webhookBody(id: string, account: string, content: WebhookContent): string {
  return JSON.stringify({ id, accountUUID: account, ...bodyOf(content) });
}
