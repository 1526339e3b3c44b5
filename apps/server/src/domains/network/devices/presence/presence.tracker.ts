import { createHash } from 'node:crypto';
import type { SwitchPort } from '@airloom/device-protocol/configuration/base-settings';
import type { PortSample, Report } from '@airloom/device-protocol/model';
import { publishEvents } from '../../../../platform/events/outbox.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { ownAddress } from '../device-address.ts';
import type { ConnectedDevice, DeviceFacts } from '../device-facts.ts';
import { Batch } from './presence.batch.ts';
import { factsOf, listsChanged } from './presence.facts.ts';
import { type ReportedMembers, storeMembers } from './presence.members.ts';
import {
  type AddressState,
  type ConnectedState,
  type HeldConnectionKey,
  lockInOrder,
  lockWithMembers,
  loseMembers,
  type PairState,
  type PortsState,
  writeAddresses,
  writeDepartures,
  writePairs,
  writePorts,
} from './presence.repository.ts';
import {
  canHaveMembers,
  type Departure,
  Departures,
  isRecent,
  isStandby,
  statusWhenConnected,
} from './presence.ts';

const EVERY_MS = 100;
/** Unchanged ports are written again after this time. */
const PORTS_AGAIN_MS = 10 * 60_000;
const DEPARTURES_MAX = 2_000;
const REPORTS_MAX = 50;
const ADDRESSES_MAX = 2_000;

/** The part of a report about other devices. */
interface ControllerReport extends ReportedMembers {
  readonly connectionId: string;
  readonly pair: PairState | null;
}

/** Keeps the rows of devices in sync with their connections and with the reports of their controllers. */
export class PresenceTracker implements Pick<DeviceFacts, 'onReports' | 'onDisconnected'> {
  readonly #platform: Pick<Platform, 'database' | 'quotas' | 'log' | 'now' | 'monotonic' | 'wakeOutbox'>;
  readonly #departures = new Departures();
  readonly #gone: Batch<Departure>;
  readonly #reports: Batch<ControllerReport>;
  readonly #found: Batch<AddressState>;
  readonly #ports: Batch<PortsState>;
  /** Connection → last written state, so that an unchanged report costs nothing. */
  readonly #written = new Map<string, string>();
  /** Connections whose device reported the other half of its pair as down. */
  readonly #halves = new Set<string>();
  /** Connection → last written address. */
  readonly #addresses = new Map<string, string>();
  /** Connection → last written ports and their monotonic time. */
  readonly #portsWritten = new Map<string, { readonly ports: string; readonly at: number }>();

  constructor(platform: Pick<Platform, 'database' | 'quotas' | 'log' | 'now' | 'monotonic' | 'wakeOutbox'>) {
    this.#platform = platform;
    const { log } = platform;
    this.#gone = new Batch({
      name: 'departures',
      log,
      everyMs: EVERY_MS,
      max: DEPARTURES_MAX,
      write: (departures) => this.#writeOffline(departures),
      refused: () => undefined,
    });
    this.#reports = new Batch({
      name: 'members',
      log,
      everyMs: EVERY_MS,
      max: REPORTS_MAX,
      write: (reports) => this.#writeReports(reports),
      refused: ({ deviceId, tenant }) => log.warn({ tenant, deviceId }, 'members could not be stored'),
    });
    this.#found = new Batch({
      name: 'addresses',
      log,
      everyMs: EVERY_MS,
      max: ADDRESSES_MAX,
      write: (addresses) => this.#writeAddresses(addresses),
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
    this.#trackAddress(device, newest);
    if (device.kind === 'switch') this.#trackPorts(device, newest);
    if (canHaveMembers(device.kind)) this.#trackMembers(device, newest);
  }

  #trackAddress({ tenant, deviceId, connectionId, address }: ConnectedDevice, { addresses }: Report): void {
    const ip = ownAddress(addresses) ?? address;
    if (this.#addresses.get(connectionId) === ip) return;
    this.#addresses.set(connectionId, ip);
    this.#found.add({ tenant, deviceId, connectionId, ip });
  }

  #trackPorts({ tenant, deviceId, connectionId }: ConnectedDevice, report: Report): void {
    if (report.ports.length === 0) return;
    const ports = JSON.stringify(report.ports.map((port) => switchPort(port, report)));
    const at = this.#platform.monotonic();
    const written = this.#portsWritten.get(connectionId);
    // What is stored also depends on whether the device is managed, which changes without a report.
    if (written?.ports === ports && at - written.at < PORTS_AGAIN_MS) return;
    this.#portsWritten.set(connectionId, { ports, at });
    this.#ports.add({ tenant, deviceId, connectionId, ports });
  }

  #trackMembers(device: ConnectedDevice, { members, membersAreAll, pair: reportedPair }: Report): void {
    const { tenant, deviceId, connectionId } = device;
    const pair = device.kind === 'ac' ? reportedPair : null;
    if (members.length === 0 && !membersAreAll && pair === null) return;
    const signature = signatureOf(device, { members, membersAreAll, pair });
    if (this.#written.get(connectionId) === signature) return;
    this.#written.set(connectionId, signature);
    const status = statusWhenConnected(pair);
    if (status === 'partlyOffline') this.#halves.add(connectionId);
    else this.#halves.delete(connectionId);
    this.#reports.add({
      tenant,
      deviceId,
      connectionId,
      members,
      // The standby of a pair has no members; its earlier ones may belong to the active by now.
      listsAll: membersAreAll && !isStandby(pair),
      isActive: pair?.mode === 'ha' && (pair.role === 'active' || pair.peerOnline === false),
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

  /** Restores devices of this process that others assumed offline; their next report about others is written again. */
  restate(held: readonly HeldConnectionKey[]): ConnectedState[] {
    return held.map(({ tenant, deviceId, connectionId }) => {
      this.#written.delete(connectionId);
      const status = this.#halves.has(connectionId) ? 'partlyOffline' : 'online';
      return { tenant, deviceId, connectionId, status };
    });
  }

  onDisconnected({ tenant, deviceId, connectionId }: ConnectedDevice, at: number): void {
    this.#written.delete(connectionId);
    this.#halves.delete(connectionId);
    this.#addresses.delete(connectionId);
    this.#portsWritten.delete(connectionId);
    this.#departures.add({ tenant, deviceId, connectionId, at, since: this.#platform.monotonic() });
  }

  /** Writes devices offline after their grace period; called about every second. */
  sweep(): void {
    const due = this.#departures.removeDue(this.#platform.monotonic());
    if (due.length > 0) this.#gone.add(...due);
  }

  /** Devices in their grace period are left to the next process, or to the cleanup of dead ones. */
  async close(): Promise<void> {
    await Promise.all([this.#gone.close(), this.#reports.close(), this.#found.close(), this.#ports.close()]);
  }

  async #writeOffline(departures: readonly Departure[]): Promise<void> {
    await this.#platform.database.asSystem(async (tx) => {
      await lockWithMembers(tx, departures);
      const gone = await writeDepartures(tx, departures);
      const lost = await loseMembers(tx, gone, this.#platform.now());
      await publishEvents(tx, factsOf('DevicesOffline', [...gone, ...lost]));
    });
    this.#platform.wakeOutbox();
  }

  async #writeAddresses(addresses: readonly AddressState[]): Promise<void> {
    // Only the newest address of a connection counts.
    const newest = [...new Map(addresses.map((one) => [one.connectionId, one])).values()];
    const changed = await this.#platform.database.asSystem(async (tx) => {
      await lockInOrder(tx, newest);
      const written = await writeAddresses(tx, newest);
      await publishEvents(tx, listsChanged(written.map(({ tenant }) => tenant)));
      return written.length > 0;
    });
    if (changed) this.#platform.wakeOutbox();
  }

  async #writePorts(states: readonly PortsState[]): Promise<void> {
    const newest = [...new Map(states.map((one) => [one.connectionId, one])).values()];
    await this.#platform.database.asSystem(async (tx) => {
      await lockInOrder(tx, newest);
      const changed = await writePorts(tx, newest);
      await publishEvents(tx, factsOf('ConfigurationsChanged', changed));
    });
    this.#platform.wakeOutbox();
  }

  async #writeReports(reports: readonly ControllerReport[]): Promise<void> {
    // Only the newest report of a device counts.
    const newest = [...new Map(reports.map((one) => [one.deviceId, one])).values()];
    const rejected = await this.#platform.database.asSystem(async (tx) => {
      const taken = await storeMembers(tx, this.#platform.quotas, newest, this.#platform.now());
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
      return taken.rejected;
    });
    // The same report may be accepted next time.
    for (const { deviceId, connectionId } of newest) {
      if (rejected.has(deviceId)) this.#written.delete(connectionId);
    }
    this.#platform.wakeOutbox();
  }
}

/** The part of a port that a configuration needs. A port without a link has no speed. */
function switchPort(
  { name, linked, speedMbps, fullDuplex, power, optical, uplink }: PortSample,
  { disabledPorts, negotiatedPorts, ports }: Pick<Report, 'disabledPorts' | 'negotiatedPorts' | 'ports'>,
): SwitchPort {
  const namesUplink = ports.some((port) => port.uplink);
  const couldBeUplink = !namesUplink && linked;
  return {
    name,
    speedMbps: linked ? speedMbps : null,
    fullDuplex: linked ? fullDuplex : null,
    poe: power === null ? null : power.state !== 'disabled',
    enabled: disabledPorts === null ? null : !disabledPorts.includes(name),
    negotiated: negotiatedPorts === null ? null : negotiatedPorts.includes(name),
    optical: optical === true,
    uplink: couldBeUplink ? null : uplink,
  };
}

function signatureOf(
  device: ConnectedDevice,
  { members, membersAreAll, pair }: Pick<Report, 'members' | 'membersAreAll' | 'pair'>,
): string {
  const reports = members.map(({ serial, name, model, firmware, ip, online }) => [
    serial,
    name,
    model,
    firmware,
    ip,
    online,
  ]);
  return createHash('sha1')
    .update(JSON.stringify([device.siteId, reports, membersAreAll, pair]))
    .digest('base64');
}
