import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';

export interface LetterLink {
  readonly label: string;
  readonly url: string;
}

export interface LetterEntry {
  /** Null for digests and tests. */
  readonly level: AlarmLevel | null;
  readonly title: string;
  readonly lines: readonly string[];
  readonly links: readonly LetterLink[];
}

/** Content of a notification before it gets the format of a mail or a chat. All texts are plain. */
export interface Letter {
  readonly subject: string;
  readonly entries: readonly LetterEntry[];
  /** Such as "And 3 more." */
  readonly more: string;
  readonly links: readonly LetterLink[];
  /** Why the recipient gets it. */
  readonly footer: string;
}
