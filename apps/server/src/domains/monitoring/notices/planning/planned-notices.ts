import type { NoticeMode } from '@airloom/contract/alarms/alarms.model';
import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import type { Digest, NoticeStep } from '@airloom/contract/notices/notices.model';
import type { QuietHours } from './quiet-hours.ts';

export interface PlannedAlarm {
  readonly id: string;
  readonly level: AlarmLevel;
  readonly siteId: string | null;
  readonly timeZone: string;
  readonly raisedAt: Date;
  /** When it was detected: later than raised where reports came late. */
  readonly knownAt: Date;
  /** Time of the last escalation. */
  readonly levelledAt: Date | null;
  readonly confirmed: boolean;
  readonly clearedAt: Date | null;
}

/** Target of a notice. */
export interface Recipient {
  readonly mode: NoticeMode;
  /** An e-mail address, a phone, the id of a webhook or of a person; empty: every person who sees the alarm. */
  readonly address: string;
  readonly managerId: string | null;
  readonly webhookId: string | null;
  /** Whether the webhook is a chat. */
  readonly isChat?: boolean;
}

interface NotificationSource extends QuietHours {
  readonly name: string;
  /** Time of the last change: earlier alarms are not announced to its recipients. */
  readonly since: Date;
}

export interface RuleSource extends NotificationSource {
  readonly recipients: readonly Recipient[];
  /** How often it is repeated while unconfirmed. */
  readonly repeat: number;
}

export interface SettingSource extends NotificationSource {
  readonly id: string;
  readonly levels: readonly AlarmLevel[];
  /** Empty: all sites. */
  readonly siteIds: readonly string[];
  readonly recipients: readonly Recipient[];
  readonly tellsClears: boolean;
  readonly escalateMinutes: number | null;
  readonly digest: Digest;
  readonly urgentAlways: boolean;
}

export interface PlannedNotice extends Recipient {
  /** Subject with at most one notice per step, detail and address: an alarm, or the setting of a digest. */
  readonly aboutId: string;
  readonly alarmId: string | null;
  readonly settingId: string | null;
  readonly step: NoticeStep;
  /** Distinguishes notices of the same step: the level, the repeat number, the end of a digest's period. */
  readonly detail: string;
  readonly level: AlarmLevel;
  readonly because: string;
  readonly siteId: string | null;
  readonly timeZone: string;
  readonly dueAt: Date;
  readonly tellsClears: boolean;
}

/** A notice about this alarm that was sent or is planned. */
export interface EarlierNotice extends Recipient {
  readonly step: NoticeStep;
  readonly level: AlarmLevel;
  readonly settingId: string | null;
  readonly because: string;
  readonly tellsClears: boolean;
  /** It was sent, or was due while the alarm was active and will be sent. */
  readonly delivered: boolean;
}
