import { ALARM_LEVELS, gravity } from '@airloom/contract/alarms/alarms.types';
import type { Language } from '@airloom/contract/languages';
import { translate } from '../../../../platform/text/text.ts';
import type { Digested, ToldAlarm } from '../planning/alarm.repository.ts';
import { type DigestPeriod, zoneName } from '../planning/digest.ts';

export type AlarmStep = 'raised' | 'relevelled' | 'repeated' | 'escalated' | 'cleared';

export interface ToldStep {
  readonly step: AlarmStep;
  readonly alarm: ToldAlarm;
}

export interface Words {
  readonly subject: string;
  readonly body: string;
}

const MINUTE_MS = 60_000;
/** So many are written out in one mail; the console shows all. */
const LISTED_MAX = 30;

function moment(at: Date, { timeZone, zoneMinutes }: Pick<ToldAlarm, 'timeZone' | 'zoneMinutes'>): string {
  const local = new Date(at.getTime() + zoneMinutes * MINUTE_MS).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 16)} (${timeZone})`;
}

function placeOf({ siteName, deviceName }: ToldAlarm): string {
  return [siteName, deviceName].filter((name) => name !== '').join(', ');
}

function contentOf({ type, part, value, threshold }: ToldAlarm, language: Language): string {
  const figure = Math.round(value ?? 0);
  return translate(language, `alarms.content.${type}`, {
    part,
    value: figure,
    count: figure,
    threshold: threshold ?? '',
  });
}

/** What would end a line: a name that fills one by itself could pose as a link or a header of ours. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const LINE_ENDS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Names of parts come from devices, and may hold anything. */
function inOneLine({ step, alarm }: ToldStep): ToldStep {
  const { siteName, deviceName, part } = alarm;
  const [site = '', device = '', of = ''] = [siteName, deviceName, part].map((name) =>
    name.replaceAll(LINE_ENDS, ' '),
  );
  return { step, alarm: { ...alarm, siteName: site, deviceName: device, part: of } };
}

function stepName(step: AlarmStep, language: Language): string {
  return translate(language, `notices.step.${step}`);
}

function typeName({ type }: ToldAlarm, language: Language): string {
  return translate(language, `alarms.type.${type}`);
}

function levelName({ level }: ToldAlarm, language: Language): string {
  return translate(language, `alarms.level.${level}`);
}

/** One line without what only a mail has room for. */
function lineOf({ step, alarm }: ToldStep, language: Language): string {
  const values = {
    step: stepName(step, language),
    type: typeName(alarm, language),
    place: placeOf(alarm),
    content: step === 'cleared' ? '' : contentOf(alarm, language),
  };
  return translate(language, 'notices.sms.one', values).trim();
}

/** The same as facts: in the console it is said in whatever language it is read in. */
export function factsOf({ step, alarm }: ToldStep): Record<string, string | number> {
  const { type, part, value, threshold } = alarm;
  return {
    step,
    type,
    part,
    place: placeOf(alarm),
    ...(value === null ? {} : { value }),
    ...(threshold === null ? {} : { threshold }),
  };
}

function gravest(told: readonly ToldStep[]): ToldStep | undefined {
  return told.toSorted((a, b) => gravity(a.alarm.level) - gravity(b.alarm.level))[0];
}

function paragraph({ step, alarm }: ToldStep, language: Language): string {
  const lines = [
    translate(language, 'notices.mail.alarm', {
      step: stepName(step, language),
      type: typeName(alarm, language),
      level: levelName(alarm, language),
      place: placeOf(alarm),
    }),
    contentOf(alarm, language),
    translate(language, 'notices.mail.raised', { at: moment(alarm.raisedAt, alarm) }),
  ];
  if (alarm.clearedAt !== null && step === 'cleared') {
    lines.push(translate(language, 'notices.mail.cleared', { at: moment(alarm.clearedAt, alarm) }));
  }
  if (alarm.consequences > 0) {
    lines.push(translate(language, 'notices.mail.consequences', { count: alarm.consequences }));
  }
  return lines.join('\n');
}

function subjectOf(told: readonly ToldStep[], language: Language): string {
  const first = gravest(told);
  if (first === undefined) return '';
  const { step, alarm } = first;
  if (told.length > 1) {
    return translate(language, 'notices.mail.subjectMany', {
      step: stepName(step, language),
      count: told.length,
      place: alarm.siteName,
    });
  }
  return translate(language, 'notices.mail.subject', {
    step: stepName(step, language),
    type: typeName(alarm, language),
    level: levelName(alarm, language),
    place: placeOf(alarm),
  });
}

/** A mail about what came together. `link` null: nobody knows how browsers reach this server. */
export function mailOf(
  given: readonly ToldStep[],
  because: string,
  link: string | null,
  language: Language,
): Words {
  const told = given.map(inOneLine);
  const left = told.length - LISTED_MAX;
  const parts = [
    ...told.slice(0, LISTED_MAX).map((one) => paragraph(one, language)),
    ...(left > 0 ? [translate(language, 'notices.mail.more', { count: left })] : []),
    ...(link === null ? [] : [link]),
    ...(because === '' ? [] : [translate(language, 'notices.mail.because', { because })]),
  ];
  return { subject: subjectOf(told, language), body: parts.join('\n\n') };
}

export function smsOf(given: readonly ToldStep[], language: Language): string {
  const told = given.map(inOneLine);
  const first = gravest(told);
  if (first === undefined) return '';
  if (told.length === 1) return lineOf(first, language);
  return translate(language, 'notices.sms.many', {
    step: stepName(first.step, language),
    count: told.length,
    place: first.alarm.siteName,
    type: typeName(first.alarm, language),
  });
}

export function trialOf(because: string, language: Language): Words {
  return {
    subject: translate(language, 'notices.test.subject'),
    body: translate(language, 'notices.test.body', { because }),
  };
}

export function digestOf(
  counts: readonly Digested[],
  { from, to }: DigestPeriod,
  zoneMinutes: number,
  language: Language,
): Words {
  const zone = { zoneMinutes, timeZone: zoneName(zoneMinutes) };
  const raised = counts.reduce((sum, row) => sum + row.raised, 0);
  const lines = ALARM_LEVELS.flatMap((level) => {
    const row = counts.find((counted) => counted.level === level);
    if (row === undefined) return [];
    return [
      translate(language, 'notices.digest.line', {
        level: translate(language, `alarms.level.${level}`),
        raised: row.raised,
        open: row.open,
      }),
    ];
  });
  return {
    subject: translate(language, 'notices.digest.subject', { count: raised }),
    body: [
      translate(language, 'notices.digest.period', { from: moment(from, zone), to: moment(to, zone) }),
      lines.join('\n'),
    ].join('\n\n'),
  };
}
