import type { LinkSample } from '@airloom/device-protocol/model';
import type { Told, ToldPort } from './reported-links.ts';
import { type Placed, peerOf } from './uplink-candidates.ts';

/** One end of a wired link: a device and its port, empty when the port is not known. */
export interface End {
  readonly deviceId: string;
  readonly port: string;
}

/** A wired link between two devices of a site, without a direction. */
export type Cable = readonly [End, End];

interface Sight {
  readonly seer: string;
  readonly seen: string;
  readonly sample: LinkSample;
}

/** Both ends usually report a link: the two reports are merged. Two devices may have several links. */
export function cablesOf(devices: readonly Placed[], told: readonly Told[]): Cable[] {
  const bySerial = new Map(devices.map((device) => [device.serial, device]));
  const known = new Set(devices.map(({ id }) => id));
  const sights = told.flatMap(({ deviceId, links }) =>
    links.flatMap((sample): Sight[] => {
      const peer = peerOf(bySerial, sample.peerMac);
      if (peer === undefined || peer.id === deviceId || !known.has(deviceId)) return [];
      return [{ seer: deviceId, seen: peer.id, sample }];
    }),
  );
  const pairs = Map.groupBy(sights, ({ seer, seen }) =>
    seer < seen ? `${seer} ${seen}` : `${seen} ${seer}`,
  );
  return [...pairs.values()].flatMap(cablesOfPair);
}

function cablesOfPair(sights: readonly Sight[]): Cable[] {
  const first = sights[0]?.seer;
  const [ours, theirs] = [
    sights.filter(({ seer }) => seer === first),
    sights.filter(({ seer }) => seer !== first),
  ];
  const left = new Set(theirs);
  const take = (found: Sight | undefined): Sight | undefined => {
    if (found !== undefined) left.delete(found);
    return found;
  };
  const exact = ours.map((own) => ({ own, other: take([...left].find((one) => isSame(own, one))) }));
  // Some devices use another port name in LLDP than in their own reports.
  const matched = exact.map(({ own, other }) => ({ own, other: other ?? take([...left][0]) }));
  return [
    ...matched.map(({ own, other }): Cable => [nearEnd(own), other ? nearEnd(other) : farEnd(own)]),
    ...[...left].map((one): Cable => [nearEnd(one), farEnd(one)]),
  ];
}

function isSame({ sample: one }: Sight, { sample: other }: Sight): boolean {
  return one.peerPort === other.port || other.peerPort === one.port;
}

function nearEnd({ seer, sample }: Sight): End {
  return { deviceId: seer, port: sample.port };
}

function farEnd({ seen, sample }: Sight): End {
  return { deviceId: seen, port: sample.peerPort };
}

export interface CableState {
  readonly speedMbps: number | null;
  readonly errors: number | null;
  readonly isUp: boolean | null;
}

/** Port states by device. Ports of offline devices are left out because their values are outdated. */
export class Ports {
  readonly #ports: ReadonlyMap<string, ReadonlyMap<string, ToldPort>>;

  constructor(devices: readonly Placed[], told: readonly Told[]) {
    const away = new Set(devices.filter((device) => device.away).map(({ id }) => id));
    this.#ports = new Map(
      told
        .filter(({ deviceId }) => !away.has(deviceId))
        .map(({ deviceId, ports }) => [deviceId, new Map(ports.map((port) => [port.name, port]))]),
    );
  }

  stateOf(ends: readonly End[]): CableState {
    const ports = ends.flatMap(({ deviceId, port }) => this.#ports.get(deviceId)?.get(port) ?? []);
    const speeds = ports.flatMap(({ linked, speedMbps }) => (linked ? (speedMbps ?? []) : []));
    const errors = ports.flatMap(({ rxErrors, txErrors }) => [rxErrors ?? [], txErrors ?? []].flat());
    return {
      speedMbps: speeds.length === 0 ? null : Math.min(...speeds),
      errors: errors.length === 0 ? null : errors.reduce((sum, some) => sum + some, 0),
      isUp: ports.length === 0 ? null : ports.every(({ linked }) => linked),
    };
  }
}
