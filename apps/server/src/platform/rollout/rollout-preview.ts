import { LOCAL_START_LIMITS, type LocalStart } from '@airloom/contract/rollout/local-start';
import type { StartGroup } from '@airloom/contract/rollout/rollout-preview.model';
import type { SiteWindow, SiteZone } from './site-windows.repository.ts';
import { oneStartGroup, startGroups } from './start-groups.ts';

export interface PreviewedDevice<Reason extends string> {
  readonly name: string;
  readonly siteId: string | null;
  /** Why it is left out; null when it takes part. */
  readonly reason: Reason | null;
}

interface LeftOut<Reason extends string> {
  readonly reason: Reason;
  devices: number;
  /** The first of their names. */
  readonly names: string[];
}

const { namesMax } = LOCAL_START_LIMITS;

function leftOutOf<Reason extends string>(devices: readonly PreviewedDevice<Reason>[]): LeftOut<Reason>[] {
  const groups = new Map<Reason, LeftOut<Reason>>();
  for (const { name, reason } of devices) {
    if (reason === null) continue;
    const group = groups.get(reason) ?? { reason, devices: 0, names: [] };
    group.devices += 1;
    if (group.names.length < namesMax) group.names.push(name);
    groups.set(reason, group);
  }
  return [...groups.values()];
}

/** When devices would start, and which would be left out. */
export function previewOf<Reason extends string>(
  devices: readonly PreviewedDevice<Reason>[],
  zones: readonly SiteZone[],
  start:
    | { readonly localStart: LocalStart; readonly windows: readonly SiteWindow[] }
    | { readonly startsAt: Date },
): { devices: number; groups: StartGroup[]; leftOut: LeftOut<Reason>[] } {
  const counts = new Map<string | null, number>();
  let taking = 0;
  for (const { siteId, reason } of devices) {
    if (reason !== null) continue;
    taking += 1;
    counts.set(siteId, (counts.get(siteId) ?? 0) + 1);
  }
  const leftOut = leftOutOf(devices);
  if (taking === 0) return { devices: 0, groups: [], leftOut };
  const sites = zones.flatMap(({ siteId, siteName }) => {
    const here = counts.get(siteId);
    return here === undefined ? [] : [{ siteId, name: siteName, devices: here }];
  });
  if ('startsAt' in start)
    return { devices: taking, groups: [oneStartGroup(start.startsAt, sites)], leftOut };
  const windowOf = new Map(start.windows.map((window) => [window.siteId, window]));
  const starting = sites.flatMap((site) => {
    const window = windowOf.get(site.siteId);
    return window === undefined ? [] : [{ ...site, waiting: site.devices, window }];
  });
  return { devices: taking, groups: startGroups(start.localStart, starting), leftOut };
}
