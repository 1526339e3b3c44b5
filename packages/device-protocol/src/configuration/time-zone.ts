import { timeZoneMinutes } from '@airloom/contract/formats/text/time-zones';
import { DAY, MINUTE } from '@airloom/contract/time';

/**
 * POSIX format for devices, where west is positive. An invalid time zone counts as UTC; a zone without a yearly rule
 * keeps its offset at the start of the year.
 */
export function posixTimeZone(zone: string, year: number): string {
  const minutes = timeZoneMinutes(zone);
  if (minutes !== null) return fixedZone(minutes);
  const key = `${zone} ${year}`;
  const known = NAMED.get(key) ?? (isNamedZone(zone) ? namedZone(zone, year) : 'UTC0');
  if (NAMED.size < NAMED_MAX) NAMED.set(key, known);
  return known;
}

/** Computing a zone takes longer than all other parts of a document. */
const NAMED = new Map<string, string>();
const NAMED_MAX = 2_000;

function isNamedZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function fixedZone(minutes: number): string {
  return minutes === 0 ? 'UTC0' : nameAndOffset(minutes);
}

function nameAndOffset(minutes: number): string {
  return `${nameOf(minutes)}${minutes > 0 ? '-' : ''}${clock(Math.abs(minutes))}`;
}

/** "<+0530>": every offset has a numeric name, only some have letters. */
function nameOf(minutes: number): string {
  const hours = Math.trunc(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  return `<${minutes < 0 ? '-' : '+'}${two(hours)}${rest === 0 ? '' : two(rest)}>`;
}

/** "5" or "5:30". */
function clock(minutes: number): string {
  const rest = minutes % 60;
  return `${Math.trunc(minutes / 60)}${rest === 0 ? '' : `:${two(rest)}`}`;
}

function two(figure: number): string {
  return String(figure).padStart(2, '0');
}

interface Change {
  /** Local time just before the change, as if it were UTC. */
  readonly wall: Date;
  readonly before: number;
  readonly after: number;
}

/** A rule must hold for this many years. */
const YEARS_CHECKED = 6;

/** Reading a zone takes milliseconds, and a fleet shares a few zones. */
const known = new Map<string, string>();

function namedZone(zone: string, year: number): string {
  const key = `${zone} ${year}`;
  const read = known.get(key) ?? readZone(zone, year);
  known.set(key, read);
  return read;
}

function readZone(zone: string, year: number): string {
  const offsetAt = offsetReader(zone);
  const years = Array.from({ length: YEARS_CHECKED }, (_, ahead) => changesIn(year + ahead, offsetAt));
  const [first, second] = years[0] ?? [];
  const today = fixedZone(offsetAt(Date.UTC(year, 0, 1)));
  if (first === undefined || second === undefined || years.some((changes) => changes.length !== 2))
    return today;
  const rules = [0, 1].map((which) => ruleOf(years.flatMap((changes) => changes[which] ?? [])));
  const [firstRule, secondRule] = rules;
  if (firstRule == null || secondRule == null) return today;
  const north = first.after > first.before;
  const [standard, summer] = north ? [first.before, first.after] : [first.after, first.before];
  const [begins, ends] = north ? [firstRule, secondRule] : [secondRule, firstRule];
  const summerOffset = summer === standard + 60 ? nameOf(summer) : nameAndOffset(summer);
  return `${nameAndOffset(standard)}${summerOffset},${begins},${ends}`;
}

function offsetReader(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  return (at) => {
    const name = format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
    const read = /GMT([+-])(\d{2}):(\d{2})/.exec(name);
    if (read === null) return 0;
    const minutes = Number(read[2]) * 60 + Number(read[3]);
    return read[1] === '-' ? -minutes : minutes;
  };
}

/** Minimum distance between two changes. */
const STEP_MS = 14 * DAY;

function changesIn(year: number, offsetAt: (at: number) => number): Change[] {
  const changes: Change[] = [];
  const end = Date.UTC(year + 1, 0, 1);
  let from = Date.UTC(year, 0, 1);
  let before = offsetAt(from);
  while (from < end) {
    const to = Math.min(from + STEP_MS, end);
    const after = offsetAt(to);
    if (before !== after) {
      const at = firstMinuteOf(from, to, after, offsetAt);
      changes.push({ wall: new Date(at + before * MINUTE), before, after });
    }
    from = to;
    before = after;
  }
  return changes;
}

function firstMinuteOf(from: number, to: number, offset: number, offsetAt: (at: number) => number): number {
  let low = from;
  let high = to;
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
    if (offsetAt(middle) === offset) high = middle;
    else low = middle;
  }
  return high;
}

const LAST_WEEK = 5;

/** "M3.5.0/1:30": last Sunday of March at 01:30; null when the years follow no such rule. */
function ruleOf(changes: readonly Change[]): string | null {
  const walls = changes.map((change) => change.wall);
  const [wall] = walls;
  if (wall === undefined) return null;
  const same = (read: (at: Date) => number): boolean => walls.every((at) => read(at) === read(wall));
  if (!same((at) => at.getUTCMonth()) || !same((at) => at.getUTCDay()) || !same(minuteOfDay)) return null;
  const week = walls.every(isInLastWeek) ? LAST_WEEK : same(weekOf) ? weekOf(wall) : null;
  return week === null
    ? null
    : `M${wall.getUTCMonth() + 1}.${week}.${wall.getUTCDay()}${timeOfDay(minuteOfDay(wall))}`;
}

function minuteOfDay(at: Date): number {
  return at.getUTCHours() * 60 + at.getUTCMinutes();
}

function weekOf(at: Date): number {
  return Math.ceil(at.getUTCDate() / 7);
}

function isInLastWeek(at: Date): boolean {
  return new Date(at.getTime() + 7 * DAY).getUTCMonth() !== at.getUTCMonth();
}

const DEFAULT_TIME = 2 * 60;

function timeOfDay(minutes: number): string {
  return minutes === DEFAULT_TIME ? '' : `/${clock(minutes)}`;
}
