import { HOUR } from '@airloom/contract/time';
import { type Uplinks, upstreamOf } from '../../../network/topology/index.ts';
import type { SiteState, Span } from '../outages/site-state.ts';
import { type Evaluation, mildest, type NamedRule } from './alarm-changes.ts';

/** A site outage is detected when the last of many connections times out, which may take this long. */
export const DETECTED_WITHIN_MS = 5 * 60_000;

/** Whether a device is flapping; it is stable again below half of the threshold. */
export function flappingOf(
  site: SiteState,
  uplinks: Uplinks,
  rule: NamedRule,
  id: string,
  now: number,
): Evaluation {
  const evaluation = flappingEvaluation(
    site,
    rule,
    { key: id, deviceId: id, droppedAt: site.droppedAt.get(id) ?? [] },
    now,
  );
  if (evaluation.condition !== 'active') return evaluation;
  // A device goes offline with its parent, planned or not.
  const isParentFlapping = [...upstreamOf(uplinks, id)].some(
    (above) =>
      (site.droppedAt.get(above) ?? []).filter((at) => isRecent(at, now)).length >= mildest(rule) / 2,
  );
  return isParentFlapping ? { condition: 'unknown' } : evaluation;
}

interface FlappingSubject {
  readonly key: string;
  readonly deviceId: string;
  readonly droppedAt: readonly number[];
}

/**
 * Whether a device or port is flapping. Planned drops, drops within a site outage, and drops before a person cleared
 * the alarm do not count.
 */
export function flappingEvaluation(
  site: SiteState,
  rule: NamedRule,
  { key, deviceId, droppedAt }: FlappingSubject,
  now: number,
): Evaluation {
  const endedAt =
    site.ended.find((one) => one.ruleId === rule.id && one.key === key)?.at ?? Number.NEGATIVE_INFINITY;
  const ignored = ignoredSpans(site, deviceId, now);
  const times = droppedAt.filter(
    (at) => isRecent(at, now) && at > endedAt && !ignored.some(({ from, to }) => from <= at && at <= to),
  ).length;
  const least = mildest(rule);
  if (times < least / 2) return { condition: 'clear' };
  if (times < least || site.suppressed.has(deviceId)) return { condition: 'unknown' };
  return { condition: 'active', compared: times, value: times };
}

/** Within the last hour. */
export function isRecent(at: number, now: number): boolean {
  return at > now - HOUR;
}

function ignoredSpans({ planned, siteOutages }: SiteState, deviceId: string, now: number): Span[] {
  return [
    ...(planned.get(deviceId) ?? []),
    ...siteOutages.map(({ raisedAt, clearedAt }) => ({
      from: raisedAt - DETECTED_WITHIN_MS,
      to: clearedAt ?? now,
    })),
  ];
}
