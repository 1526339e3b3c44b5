import { ALARM_LEVELS, gravity } from '@airloom/contract/alarms/alarms.types';
import { utcOffset } from '@airloom/contract/formats/text/time-zones';
import type { Language } from '@airloom/contract/languages';
import { localTime, offsetMinutes } from '@airloom/contract/zone-time';
import { translate } from '../../../../platform/text/text.ts';
import type { DigestCount, NoticeAlarm } from '../planning/alarm.repository.ts';
import type { DigestPeriod } from '../planning/digest.ts';
import type { Letter, LetterEntry, LetterLink } from './notice-letter.ts';

export type AlarmStep = 'raised' | 'relevelled' | 'repeated' | 'escalated' | 'cleared';

export interface AlarmNotice {
  readonly step: AlarmStep;
  readonly alarm: NoticeAlarm;
}

export interface NoticeText {
  readonly subject: string;
  readonly body: string;
  /** The same for formats other than plain text. */
  readonly letter: Letter;
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

/** Pages of the console. The page of all sites shows an alarm whichever site is selected. */
export const ALARMS_PAGE = '/topalarm/list';
/** It leads on to the page of the device's kind. */
const DEVICE_PAGE = '/device/capDetail';

/** Empty while the public URL of the server is not configured. */
function linksOf(
  { id, deviceId }: NoticeAlarm,
  origin: string | undefined,
  language: Language,
): LetterLink[] {
  if (origin === undefined) return [];
  const link = (name: 'alarm' | 'device', path: string): LetterLink => ({
    label: translate(language, `notices.link.${name}`),
    url: new URL(path, origin).href,
  });
  return [
    link('alarm', `${ALARMS_PAGE}?alarm=${id}`),
    ...(deviceId === null ? [] : [link('device', `${DEVICE_PAGE}?deviceUUID=${deviceId}`)]),
  ];
}

function entryOf({ step, alarm }: AlarmNotice, origin: string | undefined, language: Language): LetterEntry {
  const [title = '', ...lines] = linesOf({ step, alarm }, language);
  return { level: alarm.level, title, lines, links: linksOf(alarm, origin, language) };
}

function linesOf({ step, alarm }: AlarmNotice, language: Language): string[] {
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
  return lines;
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

function linkLine({ label, url }: LetterLink): string {
  return `${label}: ${url}`;
}

/** A mail about one or several alarms. Without `origin`, the public URL of the server, it has no links. */
export function mailOf(
  given: readonly AlarmNotice[],
  because: string,
  origin: string | undefined,
  language: Language,
): NoticeText {
  const notices = given.map(inOneLine);
  const listed = notices.slice(0, LISTED_MAX);
  const left = notices.length - listed.length;
  const all = origin === undefined ? null : new URL(ALARMS_PAGE, origin).href;
  const letter: Letter = {
    subject: subjectOf(notices, language),
    entries: listed.map((one) => entryOf(one, origin, language)),
    more: left > 0 ? translate(language, 'notices.mail.more', { count: left }) : '',
    links: all === null ? [] : [{ label: translate(language, 'notices.link.all'), url: all }],
    footer: because === '' ? '' : translate(language, 'notices.mail.because', { because }),
  };
  const parts = [
    ...letter.entries.map(({ title, lines, links }) => [title, ...lines, ...links.map(linkLine)].join('\n')),
    letter.more,
    ...letter.links.map(linkLine),
    letter.footer,
  ];
  return { subject: letter.subject, body: parts.filter((part) => part !== '').join('\n\n'), letter };
}

/** A letter of one entry without links. */
function plainLetter(subject: string, title: string, lines: readonly string[]): Letter {
  return { subject, entries: [{ level: null, title, lines, links: [] }], more: '', links: [], footer: '' };
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
  const subject = translate(language, 'notices.test.subject');
  const body = translate(language, 'notices.test.body', { because });
  return { subject, body, letter: plainLetter(subject, subject, [body]) };
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
  const subject = translate(language, 'notices.digest.subject', { count: raised });
  const period = translate(language, 'notices.digest.period', {
    from: moment(from, timeZone),
    to: moment(to, timeZone),
  });
  return {
    subject,
    body: [period, lines.join('\n')].join('\n\n'),
    letter: plainLetter(subject, period, lines),
  };
}
