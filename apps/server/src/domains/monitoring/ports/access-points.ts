import { serialOfMac } from '@airloom/contract/devices/serial';
import type { PortAccessPoint } from '@airloom/contract/ports/ports.model';
import type { LearnedAddresses, LinkSample, PortSample } from '@airloom/device-protocol/model';
import type { FoundAccessPoint } from './access-points.repository.ts';

interface Neighbours {
  readonly ports: readonly PortSample[];
  readonly links: readonly LinkSample[];
  readonly macTable: readonly LearnedAddresses[];
  readonly manual: readonly { readonly deviceId: string; readonly port: string }[];
}

interface Located {
  readonly device: FoundAccessPoint;
  readonly port: string;
  readonly source: PortAccessPoint['source'];
}

const collator = new Intl.Collator('en', { numeric: true });

/**
 * Each access point once, by the most reliable source. An address in the forwarding table says nothing about the way:
 * it counts only at ports that are no uplink and have no LLDP neighbour, behind which it would be.
 */
export function accessPointsAt(
  { ports, links, macTable, manual }: Neighbours,
  devices: readonly FoundAccessPoint[],
): Located[] {
  const bySerial = new Map(devices.map((device) => [device.serial, device]));
  const byId = new Map(devices.map((device) => [device.id, device]));
  const bySource: readonly (readonly [PortAccessPoint['source'], FoundAccessPoint | undefined, string])[] = [
    ...links.map(({ peerMac, port }) => ['lldp', bySerial.get(serialOfMac(peerMac) ?? ''), port] as const),
    ...manual.map(({ deviceId, port }) => ['manual', byId.get(deviceId), port] as const),
    ...learnedAlone({ ports, links, macTable }).map(
      ({ mac, port }) => ['macTable', bySerial.get(serialOfMac(mac) ?? ''), port] as const,
    ),
  ];
  const found = new Map<string, Located>();
  for (const [source, device, port] of bySource) {
    if (device !== undefined && !found.has(device.id)) found.set(device.id, { device, port, source });
  }
  return [...found.values()].toSorted(
    (one, other) =>
      collator.compare(one.port, other.port) || collator.compare(one.device.name, other.device.name),
  );
}

function learnedAlone({ ports, links, macTable }: Omit<Neighbours, 'manual'>) {
  const elsewhere = new Set([
    ...links.map(({ port }) => port),
    ...ports.filter(({ uplink }) => uplink).map(({ name }) => name),
  ]);
  return macTable
    .filter(({ port }) => !elsewhere.has(port))
    .flatMap(({ port, macs }) => macs.map((mac) => ({ mac, port })));
}
