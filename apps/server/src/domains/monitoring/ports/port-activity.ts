import { PORT_LIMITS } from '@airloom/contract/ports/ports.limits';
import type { PortActivity } from '@airloom/contract/ports/ports.model';
import type { LearnedAddresses } from '@airloom/device-protocol/model';
import type { LoopReport } from './port-events.repository.ts';
import type { StoredCounters } from './port-samples.repository.ts';
import type { Counters } from './port-traffic.ts';

interface RatedPort {
  readonly name: string;
  readonly rxErrors: number | null;
  readonly txErrors: number | null;
  readonly rxKbps: number | null;
  readonly txKbps: number | null;
}

interface LastHour {
  /** Link changes by port. */
  readonly changes: ReadonlyMap<string, number>;
  readonly loops: readonly LoopReport[];
  /** Counters by port at its beginning. */
  readonly sample: StoredCounters | null;
}

export function activitiesOf(
  ports: readonly RatedPort[],
  macTable: readonly LearnedAddresses[],
  { changes, loops, sample }: LastHour,
): PortActivity[] {
  const learned = Map.groupBy(macTable, ({ port }) => port);
  const shared = portsWithSharedAddress(macTable);
  return ports.map(({ name, rxKbps, txKbps, rxErrors, txErrors }) => {
    const own = learned.get(name) ?? [];
    const linkChanges = changes.get(name) ?? 0;
    const isReported = loops.some((report) => namesPort(report, name));
    return {
      name,
      rxKbps,
      txKbps,
      recentErrors: sample === null ? null : errorsSince(sample[name], rxErrors, txErrors),
      linkChanges,
      isFlapping: linkChanges >= PORT_LIMITS.flappingChanges,
      loop: isReported ? 'reported' : shared.has(name) ? 'severalPorts' : null,
      macs: new Set(own.flatMap(({ macs }) => macs)).size,
      vlans: own.flatMap(({ vlan }) => vlan ?? []).toSorted((one, other) => one - other),
    };
  });
}

/** After a restart a counter begins at zero. */
function since(now: number | null, earlier = 0): number {
  if (now === null) return 0;
  return now < earlier ? now : now - earlier;
}

function errorsSince(
  before: Counters | undefined,
  rxErrors: number | null,
  txErrors: number | null,
): number | null {
  if (rxErrors === null && txErrors === null) return null;
  return since(rxErrors, before?.[2]) + since(txErrors, before?.[3]);
}

/** A switch learns an address of a VLAN at one port; at several ports at once its frames arrive by several ways. */
function portsWithSharedAddress(macTable: readonly LearnedAddresses[]): ReadonlySet<string> {
  const firstPort = new Map<string, string>();
  const shared = new Set<string>();
  for (const { port, vlan, macs } of macTable) {
    for (const mac of macs) {
      const key = `${vlan} ${mac}`;
      const known = firstPort.get(key);
      if (known === undefined) firstPort.set(key, port);
      else if (known !== port) shared.add(known).add(port);
    }
  }
  return shared;
}

/** By its resource, or as a whole word of its text: "Ethernet1" is not "Ethernet12". */
function namesPort({ resource, text }: LoopReport, port: string): boolean {
  if (resource.toLowerCase() === port.toLowerCase()) return true;
  return text.split(/[^\p{L}\p{N}/._-]+/u).some((word) => word.toLowerCase() === port.toLowerCase());
}
