import type { NoticeMode } from '@airloom/contract/alarms/alarms.model';
import type { NoticeSetting } from '@airloom/contract/notices/notices.model';
import { noticeSettingInput } from '@airloom/contract/notices/notices.rules';
import type { z } from 'zod';
import type { Person } from '../../shared/access/use-people.ts';

export type SettingForm = typeof noticeSettingInput;
export type SettingValues = z.input<SettingForm>;

/** People who do not see the whole account must choose sites. */
export function settingForm(seesWhole: boolean): SettingForm {
  if (seesWhole) return noticeSettingInput;
  return noticeSettingInput.refine(({ siteUUIDs }) => siteUUIDs.length > 0, {
    path: ['siteUUIDs'],
    error: 'validation.selectOne',
  });
}

/** A setting sends at once, only when unconfirmed, or as a digest: never two of these. */
export const TIMINGS = ['atOnce', 'unconfirmed', 'hourly', 'daily'] as const;
export type Timing = (typeof TIMINGS)[number];

type Timed = Pick<SettingValues, 'digest' | 'escalateMinutes'>;

const USUAL_MINUTES = 15;

export function timingOf({ digest = 'none', escalateMinutes = null }: Timed): Timing {
  if (escalateMinutes !== null) return 'unconfirmed';
  return digest === 'none' ? 'atOnce' : digest;
}

export function timed(timing: Timing): Required<Timed> {
  return {
    digest: timing === 'hourly' || timing === 'daily' ? timing : 'none',
    escalateMinutes: timing === 'unconfirmed' ? USUAL_MINUTES : null,
  };
}

/** Default: in the console and by mail, to its creator. */
export function emptySetting(self: string | undefined): SettingValues {
  return {
    name: '',
    enabled: true,
    levels: ['urgent', 'important'],
    siteUUIDs: [],
    modes: ['page', 'mail'],
    peopleUUIDs: self === undefined ? [] : [self],
    webhookUUIDs: [],
    emails: [],
    phones: [],
    tellsClears: true,
    ...timed('atOnce'),
    restTimes: [],
    holidays: [],
    urgentAlways: true,
  };
}

const uuidsOf = (named: readonly { uuid: string }[]): string[] => named.map(({ uuid }) => uuid);

export function valuesOf(setting: NoticeSetting): SettingValues {
  const { settingUUID: _, updatedAt: __, sites, people, webhooks, ...kept } = setting;
  return {
    ...kept,
    siteUUIDs: uuidsOf(sites),
    peopleUUIDs: uuidsOf(people),
    webhookUUIDs: uuidsOf(webhooks),
  };
}

interface Named {
  value: string;
  label: string;
}

/** Available choices, and those chosen before by somebody who sees more. */
export function withChosen<T extends Named>(
  choices: readonly T[],
  chosen: readonly { uuid: string; name: string }[],
): (T | Named)[] {
  const known = new Set(choices.map(({ value }) => value));
  const others = chosen.filter(({ uuid }) => !known.has(uuid));
  return [...choices, ...others.map(({ uuid, name }) => ({ value: uuid, label: name }))];
}

export function labelsOf(uuids: readonly string[], choices: readonly Named[]): string[] {
  return uuids.flatMap((uuid) => choices.find(({ value }) => value === uuid)?.label ?? []);
}

interface Targets {
  modes: readonly NoticeMode[];
  people: readonly string[];
  emails: readonly string[];
  phones: readonly string[];
  webhooks: readonly string[];
}

/** Recipients that the chosen modes reach: an address needs its mode. */
export function reached({ modes, people, emails, phones, webhooks }: Targets): string[] {
  return [
    ...(modes.some((mode) => mode !== 'webhook') ? people : []),
    ...(modes.includes('mail') ? emails : []),
    ...(modes.includes('sms') ? phones : []),
    ...(modes.includes('webhook') ? webhooks : []),
  ];
}

/** Chosen people who get no mail or SMS, as their profile lacks the address. */
export function withoutContact(
  { modes = [], peopleUUIDs = [] }: Pick<SettingValues, 'modes' | 'peopleUUIDs'>,
  people: readonly Person[],
): { mail: string[]; sms: string[] } {
  const chosen = people.filter(({ value }) => peopleUUIDs.includes(value));
  const lacking = (mode: NoticeMode, what: 'email' | 'phone') =>
    modes.includes(mode)
      ? chosen.filter(({ contact }) => contact?.[what] === '').map(({ label }) => label)
      : [];
  return { mail: lacking('mail', 'email'), sms: lacking('sms', 'phone') };
}
