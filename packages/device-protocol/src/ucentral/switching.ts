import type { StateExtension } from '../extension.ts';
import type { PortVlans, RouteSample } from '../model.ts';
import { INT32_MAX, textOf, wholeWithin } from './figures.ts';

const PORTS_MAX = 256;
const ROUTES_MAX = 512;
const VLAN_MAX = 4094;

/** From the extension, as uCentral has no field for them. */
export function portVlansOf(extension: StateExtension | undefined): PortVlans[] | null {
  const reported = extension?.portVlans;
  if (reported === undefined) return null;
  return Object.entries(reported)
    .slice(0, PORTS_MAX)
    .map(([port, { untagged, tagged }]) => ({
      port: textOf(port),
      untagged: untagged === null ? null : wholeWithin(untagged, 1, VLAN_MAX),
      tagged: tagged.slice(0, VLAN_MAX).flatMap((vlan) => wholeWithin(vlan, 1, VLAN_MAX) ?? []),
    }));
}

export function routesOf(extension: StateExtension | undefined): RouteSample[] | null {
  return (
    extension?.routes?.slice(0, ROUTES_MAX).map((route) => ({
      prefix: textOf(route.prefix),
      nextHop: route.nextHop === null ? null : textOf(route.nextHop),
      interface: textOf(route.interface),
      metric: wholeWithin(route.metric, 0, INT32_MAX) ?? 0,
      type: route.type,
    })) ?? null
  );
}
