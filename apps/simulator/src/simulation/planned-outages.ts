import { DAY, HOUR } from '@airloom/device-protocol/time';
import type { Node } from './node.ts';
import { Chance } from './random.ts';

export interface PlannedOutage {
  readonly nodes: readonly Node[];
  readonly from: number;
  readonly to: number;
}

/** Mean time between outages of a device, and between power failures of a site. */
const DEVICE_EVERY = 40 * DAY;
const SITE_EVERY = 25 * DAY;
/** Longer than the time between two past reports, so that the reports show them. */
const SHORTEST = 2.5 * HOUR;
const LONGEST = 9 * HOUR;

/** Outages of single devices and of the whole site that end before `until`, the same for the same key. */
export function plannedOutages(
  key: number,
  nodes: readonly Node[],
  from: number,
  until: number,
): PlannedOutage[] {
  const chance = new Chance(key);
  const subjects = [
    { nodes, every: SITE_EVERY },
    ...nodes
      .filter(({ manager }) => manager === null)
      .map((node) => ({ nodes: [node], every: DEVICE_EVERY })),
  ];
  return subjects.flatMap((subject) => {
    const outages: PlannedOutage[] = [];
    for (
      let at = from + chance.between(0, 2 * subject.every);
      ;
      at += chance.between(0.5, 1.5) * subject.every
    ) {
      const to = at + chance.between(SHORTEST, LONGEST);
      if (to >= until) return outages;
      outages.push({ nodes: subject.nodes, from: Math.round(at), to: Math.round(to) });
    }
  });
}
