import type { LinkState } from '@airloom/contract/topology/topology.model';
import type { LinkSample } from '@airloom/device-protocol/model';
import type { ReportedLinks, ReportedPort } from './reported-links.ts';
import { type Placed, peerOf } from './uplink-candidates.ts';

/** One end of a wired link: a device and its port, empty when the port is not known. */
export interface End {
  readonly deviceId: string;
  readonly port: string;
}

/** A wired link between two devices of a site, without a direction. */
export type WiredLink = readonly [End, End];

interface Sighting {
  readonly reporter: string;
  readonly neighbour: string;
  readonly sample: LinkSample;
}

/** Both ends usually report a link: the two reports are merged. Two devices may have several links. */
export function wiredLinksOf(devices: readonly Placed[], reports: readonly ReportedLinks[]): WiredLink[] {
  const bySerial = new Map(devices.map((device) => [device.serial, device]));
  const known = new Set(devices.map(({ id }) => id));
  const sightings = reports.flatMap(({ deviceId, links }) =>
    links.flatMap((sample): Sighting[] => {
      const peer = peerOf(bySerial, sample.peerMac);
      if (peer === undefined || peer.id === deviceId || !known.has(deviceId)) return [];
      return [{ reporter: deviceId, neighbour: peer.id, sample }];
    }),
  );
  const pairs = Map.groupBy(sightings, ({ reporter, neighbour }) =>
    reporter < neighbour ? `${reporter} ${neighbour}` : `${neighbour} ${reporter}`,
  );
  return [...pairs.values()].flatMap(wiredLinksOfPair);
}

function wiredLinksOfPair(sightings: readonly Sighting[]): WiredLink[] {
  const first = sightings[0]?.reporter;
  const [ours, theirs] = [
    sightings.filter(({ reporter }) => reporter === first),
    sightings.filter(({ reporter }) => reporter !== first),
  ];
  const left = new Set(theirs);
  const take = (found: Sighting | undefined): Sighting | undefined => {
    if (found !== undefined) left.delete(found);
    return found;
  };
  const exact = ours.map((own) => ({ own, other: take([...left].find((one) => isSame(own, one))) }));
  // Some devices use another port name in LLDP than in their own reports.
  const matched = exact.map(({ own, other }) => ({ own, other: other ?? take([...left][0]) }));
  return [
    ...matched.map(({ own, other }): WiredLink => [nearEnd(own), other ? nearEnd(other) : farEnd(own)]),
    ...[...left].map((one): WiredLink => [nearEnd(one), farEnd(one)]),
  ];
}

function isSame({ sample: one }: Sighting, { sample: other }: Sighting): boolean {
  return one.peerPort === other.port || other.peerPort === one.port;
}

function nearEnd({ reporter, sample }: Sighting): End {
  return { deviceId: reporter, port: sample.port };
}

function farEnd({ neighbour, sample }: Sighting): End {
  return { deviceId: neighbour, port: sample.peerPort };
}

/** Port states by device. Ports of offline devices are left out because their values are outdated. */
export class Ports {
  readonly #ports: ReadonlyMap<string, ReadonlyMap<string, ReportedPort>>;

  constructor(devices: readonly Placed[], reports: readonly ReportedLinks[]) {
    const away = new Set(devices.filter((device) => device.away).map(({ id }) => id));
    this.#ports = new Map(
      reports
        .filter(({ deviceId }) => !away.has(deviceId))
        .map(({ deviceId, ports }) => [deviceId, new Map(ports.map((port) => [port.name, port]))]),
    );
  }

  /** Of a link from a parent to a child. */
  stateOf(upper: End, lower: End): LinkState {
    const [above, below] = [this.#portAt(upper), this.#portAt(lower)];
    return {
      ...this.#linkOf([above, below].flatMap((port) => port ?? [])),
      downKbps: above?.txKbps ?? below?.rxKbps ?? null,
      upKbps: above?.rxKbps ?? below?.txKbps ?? null,
    };
  }

  /** Of the uplink port of a gateway. */
  uplinkStateOf(end: End): LinkState {
    const port = this.#portAt(end);
    const traffic = { downKbps: port?.rxKbps ?? null, upKbps: port?.txKbps ?? null };
    return { ...this.#linkOf(port === undefined ? [] : [port]), ...traffic };
  }

  #portAt({ deviceId, port }: End): ReportedPort | undefined {
    return this.#ports.get(deviceId)?.get(port);
  }

  #linkOf(ports: readonly ReportedPort[]): Omit<LinkState, 'downKbps' | 'upKbps'> {
    const speeds = ports.flatMap(({ linked, speedMbps }) => (linked ? (speedMbps ?? []) : []));
    const errors = ports.flatMap(({ rxErrors, txErrors }) => [rxErrors ?? [], txErrors ?? []].flat());
    return {
      speedMbps: speeds.length === 0 ? null : Math.min(...speeds),
      errors: errors.length === 0 ? null : errors.reduce((sum, some) => sum + some, 0),
      isUp: ports.length === 0 ? null : ports.every(({ linked }) => linked),
    };
  }
}
