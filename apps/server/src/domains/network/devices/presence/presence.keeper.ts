import { createHash } from 'node:crypto';
import type { SwitchPort } from '@airloom/device-protocol/configuration/base-configuration';
import type { PortSample, Report } from '@airloom/device-protocol/model';
import { publishEvents } from '../../../../platform/events/outbox.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { ownAddress } from '../device-address.ts';
import type { ConnectedDevice, DeviceFacts } from '../device-facts.ts';
import { Batch } from './presence.batch.ts';
import { factsOf, listsChanged } from './presence.facts.ts';
import { type MembersSaid, takeMembers } from './presence.members.ts';
import {
  type AddressState,
  type Held,
  holdInOrder,
  holdWithMembers,
  loseMembers,
  type PairState,
  type PortsState,
  type StillHeld,
  writeAddresses,
  writeDepartures,
  writePairs,
  writePorts,
} from './presence.repository.ts';
import { type Departure, Departures, isRecent, leads, rests, statusWhenConnected } from './presence.ts';

const EVERY_MS = 100;
/** Ports that did not change are written again after this long. */
const PORTS_AGAIN_MS = 10 * 60_000;
const DEPARTURES_MAX = 2_000;
const REPORTS_MAX = 50;
const ADDRESSES_MAX = 2_000;

/** What a report said of others than the device itself. */
interface SaidOfOthers extends MembersSaid {
  readonly connectionId: string;
  readonly pair: PairState | null;
}

/** Keeps the rows of devices true to their connections and to what those who manage them say. */
export class PresenceKeeper implements Pick<DeviceFacts, 'onReports' | 'onGone'> {
  readonly #platform: Pick<Platform, 'database' | 'quotas' | 'log' | 'now' | 'monotonic' | 'wakeOutbox'>;
  readonly #departures = new Departures();
  readonly #gone: Batch<Departure>;
  readonly #said: Batch<SaidOfOthers>;
  readonly #found: Batch<AddressState>;
  readonly #ports: Batch<PortsState>;
  /** By connection, what was last written, so that a report that says the same costs nothing. */
  readonly #written = new Map<string, string>();
  /** Connections whose device said that the other half of its pair is gone. */
  readonly #halves = new Set<string>();
  /** The same of where it is found. */
  readonly #addresses = new Map<string, string>();
  /** By connection, the ports last written and when, in monotonic time. */
  readonly #portsWritten = new Map<string, { readonly ports: string; readonly at: number }>();

  constructor(platform: Pick<Platform, 'database' | 'quotas' | 'log' | 'now' | 'monotonic' | 'wakeOutbox'>) {
    this.#platform = platform;
    const { log } = platform;
    this.#gone = new Batch({
      name: 'departures',
      log,
      everyMs: EVERY_MS,
      max: DEPARTURES_MAX,
      write: (departures) => this.#writeGone(departures),
      refused: () => undefined,
    });
    this.#said = new Batch({
      name: 'members',
      log,
      everyMs: EVERY_MS,
      max: REPORTS_MAX,
      write: (said) => this.#writeSaid(said),
      refused: ({ deviceId, tenant }) => log.warn({ tenant, deviceId }, 'members could not be stored'),
    });
    this.#found = new Batch({
      name: 'addresses',
      log,
      everyMs: EVERY_MS,
      max: ADDRESSES_MAX,
      write: (addresses) => this.#writeFound(addresses),
      refused: ({ deviceId, tenant }) => log.warn({ tenant, deviceId }, 'an address could not be stored'),
    });
    this.#ports = new Batch({
      name: 'ports',
      log,
      everyMs: EVERY_MS,
      max: ADDRESSES_MAX,
      write: (ports) => this.#writePorts(ports),
      refused: ({ deviceId, tenant }) => log.warn({ tenant, deviceId }, 'ports could not be stored'),
    });
  }

  onReports(device: ConnectedDevice, reports: readonly Report[], at: number): void {
    const newest = reports.findLast((report) => isRecent(report.at, at));
    if (newest === undefined) return;
    this.#takeAddress(device, newest);
    if (device.kind === 'switch') this.#takePorts(device, newest);
    if (leads(device.kind)) this.#takeOthers(device, newest);
  }

  #takeAddress({ tenant, deviceId, connectionId, address }: ConnectedDevice, { addresses }: Report): void {
    const ip = ownAddress(addresses) ?? address;
    if (this.#addresses.get(connectionId) === ip) return;
    this.#addresses.set(connectionId, ip);
    this.#found.add({ tenant, deviceId, connectionId, ip });
  }

  #takePorts({ tenant, deviceId, connectionId }: ConnectedDevice, report: Report): void {
    if (report.ports.length === 0) return;
    const ports = JSON.stringify(report.ports.map((port) => switchPort(port, report)));
    const at = this.#platform.monotonic();
    const written = this.#portsWritten.get(connectionId);
    // What is kept of them also depends on whether the device is managed, which changes without a report.
    if (written?.ports === ports && at - written.at < PORTS_AGAIN_MS) return;
    this.#portsWritten.set(connectionId, { ports, at });
    this.#ports.add({ tenant, deviceId, connectionId, ports });
  }

  #takeOthers(device: ConnectedDevice, { members, membersAreAll, pair: saidOfPair }: Report): void {
    const { tenant, deviceId, connectionId } = device;
    const pair = device.kind === 'ac' ? saidOfPair : null;
    if (members.length === 0 && !membersAreAll && pair === null) return;
    const signature = signatureOf(device, { members, membersAreAll, pair });
    if (this.#written.get(connectionId) === signature) return;
    this.#written.set(connectionId, signature);
    const status = statusWhenConnected(pair);
    if (status === 'partlyOffline') this.#halves.add(connectionId);
    else this.#halves.delete(connectionId);
    this.#said.add({
      tenant,
      deviceId,
      connectionId,
      members,
      // The half of a pair that rests has nobody under it; whoever it had may be the other's by now.
      missesOthers: membersAreAll && !rests(pair),
      tookOver: pair?.mode === 'ha' && (pair.role === 'active' || pair.peerOnline === false),
      pair: pair && {
        tenant,
        deviceId,
        connectionId,
        haMode: pair.mode,
        haStatus: pair.role,
        peerSerial: pair.peerSerial,
        status,
      },
    });
  }

  /** For those this process holds though others took them for offline; what they say of others is written anew. */
  restate(held: readonly Held[]): StillHeld[] {
    return held.map(({ tenant, deviceId, connectionId }) => {
      this.#written.delete(connectionId);
      const status = this.#halves.has(connectionId) ? 'partlyOffline' : 'online';
      return { tenant, deviceId, connectionId, status };
    });
  }

  onGone({ tenant, deviceId, connectionId }: ConnectedDevice, at: number): void {
    this.#written.delete(connectionId);
    this.#halves.delete(connectionId);
    this.#addresses.delete(connectionId);
    this.#portsWritten.delete(connectionId);
    this.#departures.add({ tenant, deviceId, connectionId, at, since: this.#platform.monotonic() });
  }

  /** Whoever did not come back in time is offline; called every second or so. */
  sweep(): void {
    const due = this.#departures.takeDue(this.#platform.monotonic());
    if (due.length > 0) this.#gone.add(...due);
  }

  /** Devices within their grace stay as they are: the next process, or the sweep of dead ones, sees to them. */
  async close(): Promise<void> {
    await Promise.all([this.#gone.close(), this.#said.close(), this.#found.close(), this.#ports.close()]);
  }

  async #writeGone(departures: readonly Departure[]): Promise<void> {
    await this.#platform.database.asSystem(async (tx) => {
      await holdWithMembers(tx, departures);
      const gone = await writeDepartures(tx, departures);
      const lost = await loseMembers(tx, gone, this.#platform.now());
      await publishEvents(tx, factsOf('DevicesOffline', [...gone, ...lost]));
    });
    this.#platform.wakeOutbox();
  }

  async #writeFound(addresses: readonly AddressState[]): Promise<void> {
    // Of one connection only the newest word counts.
    const newest = [...new Map(addresses.map((one) => [one.connectionId, one])).values()];
    const changed = await this.#platform.database.asSystem(async (tx) => {
      await holdInOrder(tx, newest);
      const written = await writeAddresses(tx, newest);
      await publishEvents(tx, listsChanged(written.map(({ tenant }) => tenant)));
      return written.length > 0;
    });
    if (changed) this.#platform.wakeOutbox();
  }

  async #writePorts(states: readonly PortsState[]): Promise<void> {
    const newest = [...new Map(states.map((one) => [one.connectionId, one])).values()];
    await this.#platform.database.asSystem(async (tx) => {
      await holdInOrder(tx, newest);
      const changed = await writePorts(tx, newest);
      await publishEvents(tx, factsOf('ConfigurationsChanged', changed));
    });
    this.#platform.wakeOutbox();
  }

  async #writeSaid(said: readonly SaidOfOthers[]): Promise<void> {
    // Of one device only the newest word counts.
    const newest = [...new Map(said.map((one) => [one.deviceId, one])).values()];
    const doubted = await this.#platform.database.asSystem(async (tx) => {
      const taken = await takeMembers(tx, this.#platform.quotas, newest, this.#platform.now());
      const pairs = await writePairs(
        tx,
        newest.flatMap(({ pair }) => pair ?? []),
      );
      await publishEvents(tx, [
        ...factsOf('DevicesOnline', taken.online),
        ...factsOf('DevicesOffline', taken.offline),
        ...factsOf('PairStatusesChanged', pairs),
        ...listsChanged(taken.changed.map(({ tenant }) => tenant)),
      ]);
      return taken.doubted;
    });
    // The same word may be believed next time.
    for (const { deviceId, connectionId } of newest) {
      if (doubted.has(deviceId)) this.#written.delete(connectionId);
    }
    this.#platform.wakeOutbox();
  }
}

/** What a configuration needs to know of a port. A port without a link has no speed. */
function switchPort(
  { name, linked, speedMbps, fullDuplex, power }: PortSample,
  { disabledPorts, negotiatedPorts }: Pick<Report, 'disabledPorts' | 'negotiatedPorts'>,
): SwitchPort {
  return {
    name,
    speedMbps: linked ? speedMbps : null,
    fullDuplex: linked ? fullDuplex : null,
    poe: power === null ? null : power.state !== 'disabled',
    enabled: disabledPorts === null ? null : !disabledPorts.includes(name),
    negotiated: negotiatedPorts === null ? null : negotiatedPorts.includes(name),
  };
}

function signatureOf(
  device: ConnectedDevice,
  { members, membersAreAll, pair }: Pick<Report, 'members' | 'membersAreAll' | 'pair'>,
): string {
  const said = members.map(({ serial, name, model, firmware, ip, online }) => [
    serial,
    name,
    model,
    firmware,
    ip,
    online,
  ]);
  return createHash('sha1')
    .update(JSON.stringify([device.siteId, said, membersAreAll, pair]))
    .digest('base64');
}
