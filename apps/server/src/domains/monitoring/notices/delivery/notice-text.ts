import { ALARM_LEVELS, gravity } from '@airloom/contract/alarms/alarms.types';
import { utcOffset } from '@airloom/contract/formats/text/time-zones';
import type { Language } from '@airloom/contract/languages';
import { localTime, offsetMinutes } from '@airloom/contract/zone-time';
import { translate } from '../../../../platform/text/text.ts';
import type { DigestCount, NoticeAlarm } from '../planning/alarm.repository.ts';
import type { DigestPeriod } from '../planning/digest.ts';

export type AlarmStep = 'raised' | 'relevelled' | 'repeated' | 'escalated' | 'cleared';

export interface AlarmNotice {
  readonly step: AlarmStep;
  readonly alarm: NoticeAlarm;
}

export interface NoticeText {
  readonly subject: string;
  readonly body: string;
}

/** Maximum of alarms listed in one mail; the console shows all. */
const LISTED_MAX = 30;

/** By the clock of the site, with its offset at that time: "2026-11-15 13:00 (UTC+01:00)". */
function moment(at: Date, timeZone: string): string {
  const local = new Date(localTime(timeZone, at.getTime())).toISOString();
  const offset = utcOffset(offsetMinutes(timeZone, at.getTime()));
  return `${local.slice(0, 10)} ${local.slice(11, 16)} (${offset})`;
}

function placeOf({ siteName, deviceName }: NoticeAlarm): string {
  return [siteName, deviceName].filter((name) => name !== '').join(', ');
}

function contentOf({ type, part, value, threshold }: NoticeAlarm, language: Language): string {
  const figure = Math.round(value ?? 0);
  return translate(language, `alarms.content.${type}`, {
    part,
    value: figure,
    count: figure,
    threshold: threshold ?? '',
  });
}

/** Line ends: a name on a line of its own could pass for a link or a header. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const LINE_ENDS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Names of parts come from devices and may hold anything. */
function inOneLine({ step, alarm }: AlarmNotice): AlarmNotice {
  const { siteName, deviceName, part } = alarm;
  const [site = '', device = '', of = ''] = [siteName, deviceName, part].map((name) =>
    name.replaceAll(LINE_ENDS, ' '),
  );
  return { step, alarm: { ...alarm, siteName: site, deviceName: device, part: of } };
}

function stepName(step: AlarmStep, language: Language): string {
  return translate(language, `notices.step.${step}`);
}

function typeName({ type }: NoticeAlarm, language: Language): string {
  return translate(language, `alarms.type.${type}`);
}

function levelName({ level }: NoticeAlarm, language: Language): string {
  return translate(language, `alarms.level.${level}`);
}

/** One line without details that only a mail shows. */
function lineOf({ step, alarm }: AlarmNotice, language: Language): string {
  const values = {
    step: stepName(step, language),
    type: typeName(alarm, language),
    place: placeOf(alarm),
    content: step === 'cleared' ? '' : contentOf(alarm, language),
  };
  return translate(language, 'notices.sms.one', values).trim();
}

/** The same as message parameters: the console translates when it is read. */
export function messageParams({ step, alarm }: AlarmNotice): Record<string, string | number> {
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

function gravest(notices: readonly AlarmNotice[]): AlarmNotice | undefined {
  return notices.toSorted((a, b) => gravity(a.alarm.level) - gravity(b.alarm.level))[0];
}

function paragraph({ step, alarm }: AlarmNotice, language: Language): string {
  const lines = [
    translate(language, 'notices.mail.alarm', {
      step: stepName(step, language),
      type: typeName(alarm, language),
      level: levelName(alarm, language),
      place: placeOf(alarm),
    }),
    contentOf(alarm, language),
    translate(language, 'notices.mail.raised', { at: moment(alarm.raisedAt, alarm.timeZone) }),
  ];
  if (alarm.clearedAt !== null && step === 'cleared') {
    lines.push(translate(language, 'notices.mail.cleared', { at: moment(alarm.clearedAt, alarm.timeZone) }));
  }
  if (alarm.consequences > 0) {
    lines.push(translate(language, 'notices.mail.consequences', { count: alarm.consequences }));
  }
  return lines.join('\n');
}

function subjectOf(notices: readonly AlarmNotice[], language: Language): string {
  const first = gravest(notices);
  if (first === undefined) return '';
  const { step, alarm } = first;
  if (notices.length > 1) {
    return translate(language, 'notices.mail.subjectMany', {
      step: stepName(step, language),
      count: notices.length,
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

/** A mail about one or several alarms. `link` null: the public URL of the server is not configured. */
export function mailOf(
  given: readonly AlarmNotice[],
  because: string,
  link: string | null,
  language: Language,
): NoticeText {
  const notices = given.map(inOneLine);
  const left = notices.length - LISTED_MAX;
  const parts = [
    ...notices.slice(0, LISTED_MAX).map((one) => paragraph(one, language)),
    ...(left > 0 ? [translate(language, 'notices.mail.more', { count: left })] : []),
    ...(link === null ? [] : [link]),
    ...(because === '' ? [] : [translate(language, 'notices.mail.because', { because })]),
  ];
  return { subject: subjectOf(notices, language), body: parts.join('\n\n') };
}

export function smsOf(given: readonly AlarmNotice[], language: Language): string {
  const notices = given.map(inOneLine);
  const first = gravest(notices);
  if (first === undefined) return '';
  if (notices.length === 1) return lineOf(first, language);
  return translate(language, 'notices.sms.many', {
    step: stepName(first.step, language),
    count: notices.length,
    place: first.alarm.siteName,
    type: typeName(first.alarm, language),
  });
}

export function testTextOf(because: string, language: Language): NoticeText {
  return {
    subject: translate(language, 'notices.test.subject'),
    body: translate(language, 'notices.test.body', { because }),
  };
}

export function digestOf(
  counts: readonly DigestCount[],
  { from, to }: DigestPeriod,
  timeZone: string,
  language: Language,
): NoticeText {
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
      translate(language, 'notices.digest.period', {
        from: moment(from, timeZone),
        to: moment(to, timeZone),
      }),
      lines.join('\n'),
    ].join('\n\n'),
  };
}
