import type { NoticeMode } from '@airloom/contract/alarms/alarms.model';
import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import type { Digest, NoticeStep } from '@airloom/contract/notices/notices.model';
import type { Rest } from '../planning/rest.ts';

export interface PlannedAlarm {
  readonly id: string;
  readonly level: AlarmLevel;
  readonly siteId: string | null;
  readonly zoneMinutes: number;
  readonly raisedAt: Date;
  /** When it was found out: later than it was raised where reports came late. */
  readonly knownAt: Date;
  /** When it last turned graver. */
  readonly levelledAt: Date | null;
  readonly confirmed: boolean;
  readonly clearedAt: Date | null;
}

/** Where a notice can go. */
export interface Recipient {
  readonly mode: NoticeMode;
  /** An e-mail address, a phone, the id of a webhook or of a person; empty: every person who sees the alarm. */
  readonly address: string;
  readonly managerId: string | null;
  readonly webhookId: string | null;
}

interface Telling extends Rest {
  readonly name: string;
  /** Since when it is as it is: alarms from before are not news to those it names. */
  readonly since: Date;
}

export interface RuleTelling extends Telling {
  readonly recipients: readonly Recipient[];
  /** How often it is told while nobody confirms. */
  readonly repeat: number;
}

export interface SettingTelling extends Telling {
  readonly id: string;
  readonly levels: readonly AlarmLevel[];
  /** Empty: everywhere. */
  readonly siteIds: readonly string[];
  readonly recipients: readonly Recipient[];
  readonly tellsClears: boolean;
  readonly escalateMinutes: number | null;
  readonly digest: Digest;
  readonly urgentAlways: boolean;
}

export interface PlannedNotice extends Recipient {
  /** What it is told of at most once: an alarm, or the setting whose digest it is. */
  readonly aboutId: string;
  readonly alarmId: string | null;
  readonly settingId: string | null;
  readonly step: NoticeStep;
  /** Tells apart what has the same step: the level, how many times before, the end of a digest's period. */
  readonly detail: string;
  readonly level: AlarmLevel;
  readonly because: string;
  readonly siteId: string | null;
  readonly zoneMinutes: number;
  readonly dueAt: Date;
  readonly tellsClears: boolean;
}

/** What was told, or is going to be, of this alarm already. */
export interface EarlierNotice extends Recipient {
  readonly step: NoticeStep;
  readonly level: AlarmLevel;
  readonly settingId: string | null;
  readonly because: string;
  readonly tellsClears: boolean;
  /** It went out, or was due while the alarm still went on and so goes out. */
  readonly told: boolean;
}
