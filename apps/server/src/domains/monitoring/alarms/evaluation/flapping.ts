import { type Uplinks, upstreamOf } from '../../../network/topology/index.ts';
import type { SiteState, Span } from '../outages/site-state.ts';
import { type ConfigurationAnswer, mildest, type NamedRule } from './standing.ts';

export const HOUR_MS = 60 * 60_000;
/** A blackout is seen when the last of many connections is given up, which may take as long. */
export const SEEN_WITHIN_MS = 5 * 60_000;

/** Whether a device comes and goes; it has calmed down when it did so half as often. */
export function flappingOf(
  site: SiteState,
  uplinks: Uplinks,
  rule: NamedRule,
  id: string,
  now: number,
): ConfigurationAnswer {
  const judgement = steadinessOf(
    site,
    rule,
    { key: id, deviceId: id, wentAt: site.wentAt.get(id) ?? [] },
    now,
  );
  if (judgement.standing !== 'bad') return judgement;
  // With what a device needs, it goes too, planned or not.
  const isPulledAlong = [...upstreamOf(uplinks, id)].some(
    (above) => (site.wentAt.get(above) ?? []).filter((at) => isRecent(at, now)).length >= mildest(rule) / 2,
  );
  return isPulledAlong ? { standing: 'unclear' } : judgement;
}

interface Unsteady {
  readonly key: string;
  readonly deviceId: string;
  readonly wentAt: readonly number[];
}

/**
 * Whether something comes and goes. What went as planned, with the whole site, or before a person ended the alarm does
 * not count.
 */
export function steadinessOf(
  site: SiteState,
  rule: NamedRule,
  { key, deviceId, wentAt }: Unsteady,
  now: number,
): ConfigurationAnswer {
  const endedAt =
    site.ended.find((one) => one.ruleId === rule.id && one.key === key)?.at ?? Number.NEGATIVE_INFINITY;
  const excused = excusedOf(site, deviceId, now);
  const times = wentAt.filter(
    (at) => isRecent(at, now) && at > endedAt && !excused.some(({ from, to }) => from <= at && at <= to),
  ).length;
  const least = mildest(rule);
  if (times < least / 2) return { standing: 'well' };
  if (times < least || site.quiet.has(deviceId)) return { standing: 'unclear' };
  return { standing: 'bad', weighed: times, value: times };
}

/** Within the last hour. */
export function isRecent(at: number, now: number): boolean {
  return at > now - HOUR_MS;
}

function excusedOf({ planned, blackouts }: SiteState, deviceId: string, now: number): Span[] {
  return [
    ...(planned.get(deviceId) ?? []),
    ...blackouts.map(({ raisedAt, clearedAt }) => ({
      from: raisedAt - SEEN_WITHIN_MS,
      to: clearedAt ?? now,
    })),
  ];
}
