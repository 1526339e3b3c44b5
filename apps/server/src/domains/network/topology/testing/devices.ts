import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import fc from 'fast-check';
import type { Placed, ReportedNeighbours } from '../uplink-candidates.ts';

export function placed(id: string, kind: DeviceKind, given: Partial<Placed> = {}): Placed {
  return { id, kind, serial: serialOf(id), managedBy: null, haPeer: null, away: false, ...given };
}

/** Derives a serial from a name, so that tests can use names only. */
export function serialOf(id: string): string {
  return Buffer.from(id.padEnd(6, '_')).toString('hex').slice(0, 12);
}

export function macOf(id: string): string {
  return (serialOf(id).match(/../g) ?? []).join(':').toUpperCase();
}

export function tiesOf(deviceId: string, given: Partial<ReportedNeighbours> = {}): ReportedNeighbours {
  return { deviceId, uplinkPorts: [], links: [], meshParent: null, ...given };
}

export function upTo(id: string, peer: string): ReportedNeighbours {
  return tiesOf(id, { uplinkPorts: ['u'], links: [{ port: 'u', peerMac: macOf(peer), peerPort: '' }] });
}

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const name = fc.constantFrom(...NAMES);
const kind = fc.constantFrom<DeviceKind>('gateway', 'switch', 'ap', 'ac');

/** Six devices with arbitrary reports and manual links. */
export const anySite = fc.record({
  devices: fc.tuple(
    ...NAMES.map((id) =>
      fc
        .record({ kind, managedBy: fc.option(name), away: fc.boolean() })
        .map((given) => placed(id, given.kind, given)),
    ),
  ),
  reports: fc.array(
    fc
      .record({ deviceId: name, peer: name, isUp: fc.boolean(), parent: fc.option(name) })
      .map(({ deviceId, peer, isUp, parent }) =>
        tiesOf(deviceId, {
          uplinkPorts: isUp ? ['p'] : [],
          links: [{ port: 'p', peerMac: macOf(peer), peerPort: '' }],
          meshParent: parent === null ? null : serialOf(parent),
        }),
      ),
  ),
  manualLinks: fc.array(fc.record({ lowerId: name, upperId: name })),
  some: fc.subarray(NAMES).map((names) => new Set(names)),
});
