import { MINUTE } from '@airloom/contract/time';
import { type Uplinks, upstreamOf } from '../../../network/topology/index.ts';
import {
  type Changes,
  type Finding,
  mildest,
  type NamedRule,
  type OpenAlarm,
} from '../evaluation/alarm-changes.ts';
import { isRecent } from '../evaluation/flapping.ts';
import { concerns } from '../rules/rule.ts';
import type { SiteDevice, SiteState } from './site-state.ts';

/** Minimum of offline devices, whatever share of their site they are. */
export const SITE_OUTAGE_MIN = 3;
/** Drops within the last hour that make a device unstable. */
export const UNSTABLE_DROPS = 2;
/** Time that downstream devices have to return after their parent. */
const RETURN_MS = 5 * MINUTE;
/** Connections that break together are detected within this time, by timeout and grace of the gateway. */
const TOGETHER_MS = 2 * MINUTE;
/** Minimum duration of the alarm: a line that dropped shortly may drop again. */
const LEAST_MS = 10 * MINUTE;
/** Time without drops before the alarm of an unstable line is cleared. */
const CALM_MS = 30 * MINUTE;

export interface SiteOutage {
  readonly finding: Finding;
  /** Devices that went offline before the outage or with it. */
  readonly covered: ReadonlySet<string>;
  /** When enough of them were back; infinite during the outage. */
  readonly backAt: number;
  /** It has not lasted long enough for an alarm. */
  readonly isPending: boolean;
  /** A person cleared its alarm and the outage lasts. */
  readonly isCleared: boolean;
}

/** Evaluates a rule about site outages. */
export function siteOutageOf(
  site: SiteState,
  rule: NamedRule,
  known: readonly SiteDevice[],
  uplinks: Uplinks,
  now: number,
): SiteOutage {
  const concerned = known.filter(({ kind }) => concerns(rule, { kind, siteId: site.id }));
  // A controller may list members that do not exist.
  const counted = concerned.filter(({ isProven }) => isProven);
  const percentOf = (count: number) => Math.floor((count * 100) / Math.max(1, counted.length));
  const isMany = (count: number) => count >= SITE_OUTAGE_MIN && percentOf(count) >= mildest(rule);
  const isFew = (count: number) => count < SITE_OUTAGE_MIN / 2 || percentOf(count) < mildest(rule) / 2;
  const offline = counted.filter(({ away }) => away);
  const byId = new Map(site.devices.map((device) => [device.id, device]));
  const isSuppressing = (id: string) => suppressesDownstream(byId.get(id), site.suppressed, now);
  const unsuppressed = offline.filter(
    ({ id }) => !site.suppressed.has(id) && ![...upstreamOf(uplinks, id)].some(isSuppressing),
  );
  const endedAt = site.ended.find(({ ruleId, key }) => ruleId === rule.id && key === site.id)?.at ?? null;
  const isUnstable = isMany(
    counted.filter((device) => dropsOf(site, uplinks, device, endedAt, now) >= UNSTABLE_DROPS).length,
  );
  // The hold time does not apply to a line that has dropped before.
  const lasting = unsuppressed.filter(
    ({ offlineAt }) => isUnstable || (offlineAt !== null && now - offlineAt >= rule.holdMs),
  );
  const backAt = backAtOf(counted, isFew);
  const raisedAt =
    site.siteOutages.find(({ ruleId, clearedAt }) => ruleId === rule.id && clearedAt === null)?.raisedAt ??
    null;
  const isOver = isUnstable
    ? now - backAt >= CALM_MS
    : backAt < Number.POSITIVE_INFINITY && now - (raisedAt ?? 0) >= LEAST_MS;
  const isEndedByPerson =
    endedAt !== null && !isFew(offline.filter(({ offlineAt }) => (offlineAt ?? now) <= endedAt).length);
  const coveredUntil =
    raisedAt === null
      ? now
      : Math.max(
          raisedAt,
          Math.min(beganAtOf(offline, isMany, isFew), isUnstable ? now : raisedAt) + TOGETHER_MS,
        );
  const covered = concerned.filter(
    ({ away, offlineAt }) => away && offlineAt !== null && offlineAt <= coveredUntil,
  );
  return {
    covered: new Set(covered.map(({ id }) => id)),
    backAt,
    isPending: isMany(unsuppressed.length),
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
      condition: isOver ? 'clear' : lasting.length >= SITE_OUTAGE_MIN ? 'active' : 'unknown',
      compared: percentOf(lasting.length),
      value: percentOf(unsuppressed.length),
      since: isEndedByPerson ? 0 : Number.POSITIVE_INFINITY,
      cause: '',
    },
  };
}

/** Whether offline devices below this one are expected: it is down as planned, or just returned. */
function suppressesDownstream(
  device: SiteDevice | undefined,
  suppressed: SiteState['suppressed'],
  now: number,
): boolean {
  if (device === undefined) return false;
  return device.away ? suppressed.has(device.id) : now - (device.onlineAt ?? 0) < RETURN_MS;
}

/** Unplanned drops of a device within the last hour, since a person cleared the alarm of its site. */
function dropsOf(
  { droppedAt, planned }: SiteState,
  uplinks: Uplinks,
  { id, away, offlineAt }: SiteDevice,
  endedAt: number | null,
  now: number,
): number {
  // The log may be a moment late.
  const all = new Set([...(droppedAt.get(id) ?? []), ...(away && offlineAt !== null ? [offlineAt] : [])]);
  const recent = [...all].filter((at) => isRecent(at, now) && at > (endedAt ?? 0));
  if (recent.length < UNSTABLE_DROPS || planned.size === 0) return recent.length;
  const spans = [id, ...upstreamOf(uplinks, id)].flatMap((one) => planned.get(one) ?? []);
  return recent.filter((at) => !spans.some(({ from, to }) => from <= at && at <= to)).length;
}

/** When only few devices were left to return; a single flapping device does not change it. */
function backAtOf(counted: readonly SiteDevice[], isFew: (count: number) => boolean): number {
  const returnTimes = counted
    .map(({ away, onlineAt }) => (away ? Number.POSITIVE_INFINITY : (onlineAt ?? 0)))
    .toSorted((a, b) => b - a);
  return returnTimes.find((_, index) => !isFew(index + 1)) ?? 0;
}

/** When enough of the offline devices were so; with hysteresis, as fewer keep an outage active than begin it. */
function beganAtOf(
  offline: readonly SiteDevice[],
  isMany: (count: number) => boolean,
  isFew: (count: number) => boolean,
): number {
  const times = offline.map(({ offlineAt }) => offlineAt ?? 0).toSorted((a, b) => a - b);
  const isEnough = isMany(times.length) ? isMany : (count: number) => !isFew(count);
  return times.find((_, index) => isEnough(index + 1)) ?? 0;
}

/** An active outage, with its alarm if it has one. */
export interface ActiveOutage {
  readonly covered: ReadonlySet<string>;
  readonly alarmId: string | null;
}

/** Effect of site outages on their devices. */
export interface OutageContext {
  readonly activeOutages: readonly ActiveOutage[];
  /** When the last outage ended: its devices have as long to return as one that just went offline. */
  readonly outageEndedAt: number;
}

export function outageContextOf(
  site: SiteState,
  siteOutages: readonly SiteOutage[],
  { raised, cleared }: Changes,
  now: number,
): OutageContext {
  const over = new Set(cleared.map(({ id }) => id));
  const alarms = new Map<string, Pick<OpenAlarm, 'id'>>([
    ...site.open.filter(({ id }) => !over.has(id)).map((alarm) => [alarm.ruleId, alarm] as const),
    ...raised.map((alarm) => [alarm.finding.rule.id, alarm] as const),
  ]);
  const activeOutages: ActiveOutage[] = [];
  /** When sites with an active alarm were back; zero during the outage. */
  const returnTimes = new Map<string, number>();
  for (const { finding, covered, backAt, isPending, isCleared } of siteOutages) {
    const alarm = alarms.get(finding.rule.id);
    const isBack = backAt < Number.POSITIVE_INFINITY;
    if (alarm !== undefined) returnTimes.set(finding.rule.id, isBack ? backAt : 0);
    const isCovering = alarm === undefined ? isPending && !isCleared : !isBack;
    if (isCovering) activeOutages.push({ covered, alarmId: alarm?.id ?? null });
  }
  const endTimes = site.siteOutages.map(
    ({ ruleId, clearedAt }) => clearedAt ?? returnTimes.get(ruleId) ?? now,
  );
  return { activeOutages, outageEndedAt: Math.max(0, ...endTimes) };
}
