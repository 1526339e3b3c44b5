import { type Uplinks, upstreamOf } from '../../../network/topology/index.ts';
import { isRecent } from '../evaluation/flapping.ts';
import {
  type Changes,
  type Finding,
  mildest,
  type NamedRule,
  type OpenAlarm,
} from '../evaluation/standing.ts';
import { concerns } from '../rules/rule.ts';
import type { SiteDevice, SiteState } from './site-state.ts';

const MINUTE_MS = 60_000;
/** Fewer are no blackout, whatever part of their site they are. */
export const BLACKOUT_MIN = 3;
/** Whoever went so often within the last hour comes and goes. */
export const UNSTEADY_TIMES = 2;
/** What hangs behind a device has so long to follow when that is back. */
const FOLLOW_MS = 5 * MINUTE_MS;
/** Connections that break together are noticed within this time, by the gateway's time-out and grace. */
const TOGETHER_MS = 2 * MINUTE_MS;
/** A line that dropped for a moment may drop again: its alarm goes on for so long at least. */
const LEAST_MS = 10 * MINUTE_MS;
/** Where it did drop again, all has to be well for so long. */
const CALM_MS = 30 * MINUTE_MS;

export interface Blackout {
  readonly finding: Finding;
  /** Devices that went offline before it or with it. */
  readonly covered: ReadonlySet<string>;
  /** When enough of them were back; endless while it is dark. */
  readonly backAt: number;
  /** It has not lasted long enough for an alarm. */
  readonly isPending: boolean;
  /** A person cleared its alarm and it goes on. */
  readonly isCleared: boolean;
}

/** How a site stands with a rule about blackouts. */
export function blackoutOf(
  site: SiteState,
  rule: NamedRule,
  known: readonly SiteDevice[],
  uplinks: Uplinks,
  now: number,
): Blackout {
  const concerned = known.filter(({ kind }) => concerns(rule, { kind, siteId: site.id }));
  // A controller may list members that do not exist.
  const counted = concerned.filter(({ isProven }) => isProven);
  const percentOf = (count: number) => Math.floor((count * 100) / Math.max(1, counted.length));
  const isMany = (count: number) => count >= BLACKOUT_MIN && percentOf(count) >= mildest(rule);
  const isFew = (count: number) => count < BLACKOUT_MIN / 2 || percentOf(count) < mildest(rule) / 2;
  const gone = counted.filter(({ away }) => away);
  const byId = new Map(site.devices.map((device) => [device.id, device]));
  const isExcusing = (id: string) => excusesBelow(byId.get(id), site.quiet, now);
  const loud = gone.filter(({ id }) => !site.quiet.has(id) && ![...upstreamOf(uplinks, id)].some(isExcusing));
  const endedAt = site.ended.find(({ ruleId, key }) => ruleId === rule.id && key === site.id)?.at ?? null;
  const isUnsteady = isMany(
    counted.filter((device) => goingsOf(site, uplinks, device, endedAt, now) >= UNSTEADY_TIMES).length,
  );
  // A line that has dropped before is not given time again.
  const lasting = loud.filter(
    ({ offlineAt }) => isUnsteady || (offlineAt !== null && now - offlineAt >= rule.holdMs),
  );
  const backAt = backAtOf(counted, isFew);
  const raisedAt =
    site.blackouts.find(({ ruleId, clearedAt }) => ruleId === rule.id && clearedAt === null)?.raisedAt ??
    null;
  const isOver = isUnsteady
    ? now - backAt >= CALM_MS
    : backAt < Number.POSITIVE_INFINITY && now - (raisedAt ?? 0) >= LEAST_MS;
  const isEndedByPerson =
    endedAt !== null && !isFew(gone.filter(({ offlineAt }) => (offlineAt ?? now) <= endedAt).length);
  const coveredUntil =
    raisedAt === null
      ? now
      : Math.max(
          raisedAt,
          Math.min(beganAtOf(gone, isMany, isFew), isUnsteady ? now : raisedAt) + TOGETHER_MS,
        );
  const covered = concerned.filter(
    ({ away, offlineAt }) => away && offlineAt !== null && offlineAt <= coveredUntil,
  );
  return {
    covered: new Set(covered.map(({ id }) => id)),
    backAt,
    isPending: isMany(loud.length),
    isCleared: isEndedByPerson,
    finding: {
      rule,
      subject: {
        key: site.id,
        siteId: site.id,
        siteName: site.name,
        deviceId: null,
        deviceKind: null,
        deviceName: '',
        part: '',
      },
      standing: isOver ? 'well' : lasting.length >= BLACKOUT_MIN ? 'bad' : 'unclear',
      weighed: percentOf(lasting.length),
      value: percentOf(loud.length),
      since: isEndedByPerson ? 0 : Number.POSITIVE_INFINITY,
      cause: '',
    },
  };
}

/** Whether what hangs behind a device is away with it, which was told to go, or has yet to follow it back. */
function excusesBelow(device: SiteDevice | undefined, quiet: SiteState['quiet'], now: number): boolean {
  if (device === undefined) return false;
  return device.away ? quiet.has(device.id) : now - (device.onlineAt ?? 0) < FOLLOW_MS;
}

/** How often a device went within the last hour, unplanned, since a person ended the alarm of its site. */
function goingsOf(
  { wentAt, planned }: SiteState,
  uplinks: Uplinks,
  { id, away, offlineAt }: SiteDevice,
  endedAt: number | null,
  now: number,
): number {
  // The log may be a moment late.
  const all = new Set([...(wentAt.get(id) ?? []), ...(away && offlineAt !== null ? [offlineAt] : [])]);
  const recent = [...all].filter((at) => isRecent(at, now) && at > (endedAt ?? 0));
  if (recent.length < UNSTEADY_TIMES || planned.size === 0) return recent.length;
  const spans = [id, ...upstreamOf(uplinks, id)].flatMap((one) => planned.get(one) ?? []);
  return recent.filter((at) => !spans.some(({ from, to }) => from <= at && at <= to)).length;
}

/** When there were no more than few left to come back; one that comes and goes alone does not move it. */
function backAtOf(counted: readonly SiteDevice[], isFew: (count: number) => boolean): number {
  const backs = counted
    .map(({ away, onlineAt }) => (away ? Number.POSITIVE_INFINITY : (onlineAt ?? 0)))
    .toSorted((a, b) => b - a);
  return backs.find((_, index) => !isFew(index + 1)) ?? 0;
}

/** When enough of those that are offline were so; with hysteresis, as fewer keep an outage going than begin it. */
function beganAtOf(
  gone: readonly SiteDevice[],
  isMany: (count: number) => boolean,
  isFew: (count: number) => boolean,
): number {
  const times = gone.map(({ offlineAt }) => offlineAt ?? 0).toSorted((a, b) => a - b);
  const isEnough = isMany(times.length) ? isMany : (count: number) => !isFew(count);
  return times.find((_, index) => isEnough(index + 1)) ?? 0;
}

/** A blackout that goes on, with its alarm if it has one. */
export interface Shroud {
  readonly covered: ReadonlySet<string>;
  readonly alarmId: string | null;
}

/** What blackouts are for the devices in them. */
export interface Darkness {
  readonly shroud: readonly Shroud[];
  /** When the last blackout ended: whoever was in it has as long to come back as one that just went. */
  readonly litAt: number;
}

export function darknessOf(
  site: SiteState,
  blackouts: readonly Blackout[],
  { raised, cleared }: Changes,
  now: number,
): Darkness {
  const over = new Set(cleared.map(({ id }) => id));
  const alarms = new Map<string, Pick<OpenAlarm, 'id'>>([
    ...site.open.filter(({ id }) => !over.has(id)).map((alarm) => [alarm.ruleId, alarm] as const),
    ...raised.map((alarm) => [alarm.finding.rule.id, alarm] as const),
  ]);
  const shroud: Shroud[] = [];
  /** Of alarms that go on, when their sites were back; of those that are dark, never. */
  const backs = new Map<string, number>();
  for (const { finding, covered, backAt, isPending, isCleared } of blackouts) {
    const alarm = alarms.get(finding.rule.id);
    const isBack = backAt < Number.POSITIVE_INFINITY;
    if (alarm !== undefined) backs.set(finding.rule.id, isBack ? backAt : 0);
    const isCovering = alarm === undefined ? isPending && !isCleared : !isBack;
    if (isCovering) shroud.push({ covered, alarmId: alarm?.id ?? null });
  }
  const lights = site.blackouts.map(({ ruleId, clearedAt }) => clearedAt ?? backs.get(ruleId) ?? now);
  return { shroud, litAt: Math.max(0, ...lights) };
}
