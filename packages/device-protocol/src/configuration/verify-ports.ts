import type { MissingPart } from '@airloom/contract/configuration/configuration.states';
import type { PortSample, PortVlans, RouteSample } from '../model.ts';
import type { ConfigurationDocument, PortSettings } from './document.ts';
import type { Missing } from './verify.ts';

/** What a switch reports about its ports: a `Report` has these fields. */
export interface ObservedPorts {
  readonly ports: readonly Pick<PortSample, 'name' | 'linked' | 'speedMbps' | 'fullDuplex' | 'power'>[];
  readonly disabledPorts: readonly string[] | null;
  /** Null when the switch does not report them: then its version has to do. */
  readonly portVlans: readonly PortVlans[] | null;
  readonly isolatedPorts: readonly string[] | null;
  readonly routes: readonly RouteSample[] | null;
}

/** Ports whose report differs from the document, each with what differs. */
export function missingPorts(document: ConfigurationDocument, observed: ObservedPorts): Missing[] {
  const wanted = (document.ethernet ?? []).flatMap((entry) =>
    entry['select-ports'].map((name) => ({ name, entry })),
  );
  const vlans = vlansByPort(document);
  const isolated = isolatedIn(document);
  const ofPorts = wanted.flatMap(({ name, entry }) => {
    const differing: MissingPart[] = [
      ...(isDisabledWrongly(name, entry, observed) ? (['portEnabled'] as const) : []),
      ...(hasOtherSpeed(name, entry, observed) ? (['portSpeed'] as const) : []),
      ...(hasOtherDuplex(name, entry, observed) ? (['portDuplex'] as const) : []),
      ...(hasOtherPower(name, entry, observed) ? (['portPoe'] as const) : []),
      ...(hasOtherVlans(name, vlans.get(name), observed) ? (['portVlan'] as const) : []),
      ...(hasOtherIsolation(name, isolated, observed) ? (['portIsolation'] as const) : []),
    ];
    return differing.map((what): Missing => ({ what, name, band: null }));
  });
  return [...ofPorts, ...missingRoutes(document, observed)];
}

function portOf({ ports }: ObservedPorts, name: string) {
  return ports.find((port) => port.name === name);
}

/** Without a list of disabled ports only a link shows that one is enabled. */
function isDisabledWrongly(name: string, { enabled }: PortSettings, observed: ObservedPorts): boolean {
  const { disabledPorts } = observed;
  if (disabledPorts !== null) return disabledPorts.includes(name) === enabled;
  return !enabled && portOf(observed, name)?.linked === true;
}

function hasOtherSpeed(
  name: string,
  { enabled, autoneg, speed }: PortSettings,
  observed: ObservedPorts,
): boolean {
  const port = portOf(observed, name);
  if (!enabled || autoneg !== false || port === undefined || !port.linked) return false;
  return port.speedMbps !== null && port.speedMbps !== speed;
}

function hasOtherDuplex(
  name: string,
  { enabled, autoneg, duplex }: PortSettings,
  observed: ObservedPorts,
): boolean {
  const port = portOf(observed, name);
  if (!enabled || autoneg !== false || port === undefined || !port.linked) return false;
  return port.fullDuplex !== null && port.fullDuplex !== (duplex === 'full');
}

function isolatedIn({ switch: parts }: ConfigurationDocument): ReadonlySet<string> {
  return new Set(
    (parts?.['port-isolation']?.sessions ?? []).flatMap(({ downlink }) => downlink['interface-list']),
  );
}

function hasOtherIsolation(
  name: string,
  wanted: ReadonlySet<string>,
  { isolatedPorts }: ObservedPorts,
): boolean {
  return isolatedPorts !== null && isolatedPorts.includes(name) !== wanted.has(name);
}

/** Static routes of the document that the switch does not have. */
function missingRoutes({ interfaces }: ConfigurationDocument, { routes }: ObservedPorts): Missing[] {
  if (routes === null) return [];
  return interfaces
    .flatMap(({ ipv4 }) => ipv4?.gateway ?? [])
    .filter(
      ({ prefix, nexthop, metric }) =>
        !routes.some((seen) => seen.prefix === prefix && seen.nextHop === nexthop && seen.metric === metric),
    )
    .map(({ prefix, nexthop }): Missing => ({ what: 'route', name: `${prefix} → ${nexthop}`, band: null }));
}

function hasOtherPower(name: string, { enabled, poe }: PortSettings, observed: ObservedPorts): boolean {
  const power = portOf(observed, name)?.power ?? null;
  if (poe === undefined || power === null) return false;
  if (!poe['admin-mode']) return power.state !== 'disabled';
  return enabled && power.state === 'disabled';
}

interface WantedVlans {
  untagged: number | null;
  tagged: number[];
}

function vlansByPort({ interfaces }: ConfigurationDocument): Map<string, WantedVlans> {
  const byPort = new Map<string, WantedVlans>();
  for (const { vlan, ethernet } of interfaces) {
    for (const { 'select-ports': names, 'vlan-tag': tag } of vlan === undefined ? [] : ethernet) {
      for (const name of names) {
        const known = byPort.get(name) ?? { untagged: null, tagged: [] };
        byPort.set(name, known);
        if (vlan === undefined) continue;
        if (tag === 'tagged') known.tagged.push(vlan.id);
        else known.untagged = vlan.id;
      }
    }
  }
  return byPort;
}

function hasOtherVlans(name: string, wanted: WantedVlans | undefined, { portVlans }: ObservedPorts): boolean {
  const seen = portVlans?.find(({ port }) => port === name);
  if (seen === undefined) return false;
  const tagged = new Set(wanted?.tagged);
  return (
    seen.untagged !== (wanted?.untagged ?? null) ||
    seen.tagged.length !== tagged.size ||
    !seen.tagged.every((vlan) => tagged.has(vlan))
  );
}
