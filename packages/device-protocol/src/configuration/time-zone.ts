import { DAY, MINUTE } from '@airloom/contract/time';
import { firstAfterChange, offsetMinutes } from '@airloom/contract/zone-time';

/**
 * POSIX format for devices, where west is positive, with the rule of daylight saving time. A zone whose changes follow
 * no yearly rule has its offset of that moment.
 */
export function posixTimeZone(zone: string, at: number): string {
  return ruleFrom(zone, new Date(at).getUTCFullYear()) ?? fixedZone(offsetMinutes(zone, at));
}

/** Reading a zone takes milliseconds, and a fleet shares a few zones. */
const known = new Map<string, string | null>();

function ruleFrom(zone: string, year: number): string | null {
  const key = `${zone} ${year}`;
  const read = known.get(key);
  if (read !== undefined) return read;
  const rule = readRule(zone, year);
  known.set(key, rule);
  return rule;
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

/** Null without a rule. */
function readRule(zone: string, year: number): string | null {
  const years = Array.from({ length: YEARS_CHECKED }, (_, ahead) => changesIn(zone, year + ahead));
  const [first, second] = years[0] ?? [];
  if (first === undefined || second === undefined || years.some((changes) => changes.length !== 2))
    return null;
  const rules = [0, 1].map((which) => ruleOf(years.flatMap((changes) => changes[which] ?? [])));
  const [firstRule, secondRule] = rules;
  if (firstRule == null || secondRule == null) return null;
  const north = first.after > first.before;
  const [standard, summer] = north ? [first.before, first.after] : [first.after, first.before];
  const [begins, ends] = north ? [firstRule, secondRule] : [secondRule, firstRule];
  const summerOffset = summer === standard + 60 ? nameOf(summer) : nameAndOffset(summer);
  return `${nameAndOffset(standard)}${summerOffset},${begins},${ends}`;
}

/** Minimum distance between two changes. */
const STEP_MS = 14 * DAY;

function changesIn(zone: string, year: number): Change[] {
  const changes: Change[] = [];
  const end = Date.UTC(year + 1, 0, 1);
  let from = Date.UTC(year, 0, 1);
  let before = offsetMinutes(zone, from);
  while (from < end) {
    const to = Math.min(from + STEP_MS, end);
    const after = offsetMinutes(zone, to);
    if (before !== after) {
      const at = firstAfterChange(zone, from, to);
      changes.push({ wall: new Date(at + before * MINUTE), before, after });
    }
    from = to;
    before = after;
  }
  return changes;
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
