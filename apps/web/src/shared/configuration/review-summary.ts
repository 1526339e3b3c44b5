import type { ReviewedDevice, ReviewedEdit } from '@airloom/contract/configuration/configuration.model';
import type { SkipReason } from '@airloom/contract/configuration/configuration.states';
import type { UnsupportedReason } from '@airloom/contract/configuration/unsupported';
import type { ReviewSoFar } from './read-review.ts';

export type Limitation = ReviewedDevice['unsupported'][number];

export interface ReviewSummary {
  /** Devices whose configuration changes, and their sites. */
  readonly devices: number;
  readonly sites: number;
  readonly offline: number;
  readonly skipped: readonly { readonly reason: SkipReason; readonly count: number }[];
  /** Devices by what they cannot do, most frequent first. */
  readonly warnings: readonly { readonly limitation: Limitation; readonly count: number }[];
  readonly conflicts: number;
}

export function changes(device: ReviewedDevice): boolean {
  return device.skipped === null && device.differences.length + device.more > 0;
}

export function hasWarning(device: ReviewedDevice): boolean {
  return device.skipped === null && device.unsupported.length > 0;
}

function keyOf({ name, reason, band, port }: Limitation): `${UnsupportedReason}${string}` {
  return `${reason} ${band ?? ''} ${port ?? ''} ${name}`;
}

function warningsOf(devices: readonly ReviewedDevice[]): ReviewSummary['warnings'] {
  const found = new Map<string, { limitation: Limitation; count: number }>();
  for (const device of devices.filter(hasWarning)) {
    for (const [key, limitation] of new Map(device.unsupported.map((one) => [keyOf(one), one]))) {
      const known = found.get(key);
      if (known) known.count += 1;
      // What is used instead may differ from device to device.
      else found.set(key, { limitation: { ...limitation, instead: null }, count: 1 });
    }
  }
  return [...found.values()].toSorted((one, other) => other.count - one.count);
}

export function summaryOf({ devices, edits }: Pick<ReviewSoFar, 'devices' | 'edits'>): ReviewSummary {
  const changing = devices.filter(changes);
  const skipped = new Map<SkipReason, number>();
  for (const { skipped: reason } of devices)
    if (reason !== null) skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  return {
    devices: changing.length,
    sites: new Set(changing.map(({ siteUUID }) => siteUUID)).size,
    offline: changing.filter(({ online }) => !online).length,
    skipped: [...skipped].map(([reason, count]) => ({ reason, count })),
    warnings: warningsOf(devices),
    conflicts: conflictsIn(edits),
  };
}

export function conflictsIn(edits: readonly Pick<ReviewedEdit, 'conflict'>[]): number {
  return edits.filter(({ conflict }) => conflict !== null).length;
}

export const DEVICE_FILTERS = ['all', 'warnings', 'skipped'] as const;
export type DeviceFilter = (typeof DEVICE_FILTERS)[number];

const collator = new Intl.Collator(undefined, { numeric: true });

/** Devices to show by filter, sorted by site and name. Those that stay as they are without a warning are left out. */
export function devicesByFilter(
  devices: readonly ReviewedDevice[],
): Readonly<Record<DeviceFilter, readonly ReviewedDevice[]>> {
  const all = devices
    .filter((device) => changes(device) || hasWarning(device) || device.skipped !== null)
    .toSorted(
      (one, other) =>
        collator.compare(one.siteName, other.siteName) ||
        collator.compare(one.siteUUID, other.siteUUID) ||
        collator.compare(one.deviceName, other.deviceName),
    );
  return {
    all,
    warnings: all.filter(hasWarning),
    skipped: all.filter(({ skipped }) => skipped !== null),
  };
}

export interface SiteGroup {
  readonly siteUUID: string;
  readonly siteName: string;
  readonly devices: readonly ReviewedDevice[];
  /** Devices of the site on all pages. */
  readonly count: number;
}

/** One page of sorted devices by site. */
export function pageBySite(sorted: readonly ReviewedDevice[], page: number, size: number): SiteGroup[] {
  const counts = new Map<string, number>();
  for (const { siteUUID } of sorted) counts.set(siteUUID, (counts.get(siteUUID) ?? 0) + 1);
  const shown = Map.groupBy(sorted.slice((page - 1) * size, page * size), ({ siteUUID }) => siteUUID);
  return [...shown].map(([siteUUID, devices]) => ({
    siteUUID,
    siteName: devices[0]?.siteName ?? '',
    devices,
    count: counts.get(siteUUID) ?? 0,
  }));
}

export type ApplyBlock = 'comparing' | 'conflict' | 'outdated' | 'nothing';

/** Why a review cannot be applied, or null. `isPending`: it has no edits, so without devices there is nothing to do. */
export function applyBlock(soFar: ReviewSoFar | null, isPending: boolean): ApplyBlock | null {
  if (soFar === null) return 'comparing';
  if (soFar.outdated) return 'outdated';
  if (conflictsIn(soFar.edits) > 0) return 'conflict';
  if (!soFar.complete) return 'comparing';
  return isPending && !soFar.devices.some(changes) ? 'nothing' : null;
}
