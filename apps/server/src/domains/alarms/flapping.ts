import { aboveOf, type Uplinks } from '../topology/index.ts';
import type { SiteState } from './site-state.ts';
import { type Judgement, mildest, type NamedRule } from './standing.ts';

export const HOUR_MS = 60 * 60_000;
/** A blackout is seen when the last of many connections is given up, which may take as long. */
const SEEN_WITHIN_MS = 5 * 60_000;

/** Whether a device comes and goes; it has calmed down when it did so half as often. */
export function flappingOf(
  site: SiteState,
  uplinks: Uplinks,
  rule: NamedRule,
  id: string,
  now: number,
): Judgement {
  const endedAt =
    site.ended.find((one) => one.ruleId === rule.id && one.key === id)?.at ?? Number.NEGATIVE_INFINITY;
  const times = timesAway(site, id, now).filter((at) => at > endedAt).length;
  const least = mildest(rule);
  if (times < least / 2) return { standing: 'well' };
  if (times < least || site.quiet.has(id)) return { standing: 'unclear' };
  // With what a device needs, it goes too.
  const isPulledAlong = [...aboveOf(uplinks, id)].some(
    (above) => timesAway(site, above, now).length >= least / 2,
  );
  return { standing: isPulledAlong ? 'unclear' : 'bad', weighed: times, value: times };
}

/** When it went within the last hour, other than as planned or with the whole site. */
function timesAway(site: SiteState, id: string, now: number): number[] {
  const spans = [
    ...(site.planned.get(id) ?? []),
    ...site.blackouts.map(({ raisedAt, clearedAt }) => ({
      from: raisedAt - SEEN_WITHIN_MS,
      to: clearedAt ?? now,
    })),
  ];
  return (site.wentAt.get(id) ?? []).filter(
    (at) => at > now - HOUR_MS && !spans.some(({ from, to }) => from <= at && at <= to),
  );
}
