import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { isSnOf } from '@airloom/contract/devices/devices.rules';
import { macOf } from '@airloom/device-protocol/identity';
import type { Hello } from '@airloom/device-protocol/model';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvents } from '../../../../platform/events/outbox.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { deviceRooms } from '../claims/device-rooms.ts';
import { Batch } from '../presence/presence.batch.ts';
import { factsOf } from '../presence/presence.facts.ts';
import { leads, statusAfterHello } from '../presence/presence.ts';
import { requestApprovals } from './admission.approval.ts';
import {
  type Arrival,
  holdDevicesOf,
  insertDevices,
  type KnownCertificate,
  type KnownDevice,
  keepCertificates,
  knownCertificates,
  openAccounts,
  takenLabels,
  writeArrivals,
} from './admission.repository.ts';
import { type OwnerFault, ownerOf, type Proof, type Registration } from './admission.trust.ts';

/** A storm of devices that come back must not be a storm of transactions. */
const EVERY_MS = 60;
const BATCH_MAX = 500;

/** Someone with a certificate, who said hello. */
export interface Newcomer {
  readonly proof: Proof;
  readonly hello: Hello;
  readonly address: string;
  readonly connectionId: string;
  readonly at: Date;
}

export interface Admitted {
  readonly tenant: string;
  readonly deviceId: string;
  readonly siteId: string | null;
  readonly kind: DeviceKind;
  /** The process that held its last connection, where that one was not seen to end. */
  readonly heldBy: string | null;
}

/** The account knows the device and wants it no more. */
export interface TurnedAway extends Omit<Admitted, 'heldBy'> {
  readonly refused: 'revoked';
}

/**
 * `replaced`: it came in twice at once, and this is the older connection; `quotaReached`: it is new, and the account
 * has as many devices as it may have.
 */
export type Refusal =
  | OwnerFault
  | 'waitingForApproval'
  | 'noAccount'
  | 'replaced'
  | 'quotaReached'
  | 'unstorable';

export type Outcome = Admitted | TurnedAway | Refusal;

interface Waiting {
  readonly newcomer: Newcomer;
  readonly decide: (outcome: Outcome) => void;
}

interface Owned {
  readonly waiting: Waiting;
  readonly tenant: string;
}

/** Lets devices in: finds whose they are and makes their rows say that they are here, many at a time. */
export class Admission {
  readonly #platform: Pick<Platform, 'database' | 'quotas' | 'log' | 'wakeOutbox'>;
  readonly #gatewayId: string;
  readonly #batch: Batch<Waiting>;

  constructor(platform: Pick<Platform, 'database' | 'quotas' | 'log' | 'wakeOutbox'>, gatewayId: string) {
    this.#platform = platform;
    this.#gatewayId = gatewayId;
    this.#batch = new Batch({
      name: 'admission',
      log: platform.log,
      everyMs: EVERY_MS,
      max: BATCH_MAX,
      write: (items) => this.#admitAll(items),
      refused: ({ decide }) => decide('unstorable'),
    });
  }

  admit(newcomer: Newcomer): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    this.#batch.add({ newcomer, decide: resolve });
    return promise;
  }

  close(): Promise<void> {
    return this.#batch.close();
  }

  async #admitAll(items: readonly Waiting[]): Promise<void> {
    const outcomes = await this.#platform.database.asSystem((tx) => this.#write(tx, items));
    this.#platform.wakeOutbox();
    for (const item of items) item.decide(outcomes.get(item.newcomer.connectionId) ?? 'unstorable');
  }

  async #write(tx: Transaction, items: readonly Waiting[]): Promise<Map<string, Outcome>> {
    const outcomes = new Map<string, Outcome>();
    const known = await holdDevicesOf(tx, [...new Set(items.map(({ newcomer }) => newcomer.proof.serial))]);
    const claimed = await this.#owners(tx, items, known, outcomes);
    const devices = new Map(known.map((device) => [keyOf(device.tenant, device.serial), device]));
    const unknown = newDevices(claimed, devices);
    const rooms = await deviceRooms(tx, this.#platform.quotas, unknown);
    const fitting = unknown.filter(({ tenant }) => rooms.take(tenant));
    for (const device of await insertDevices(tx, fitting)) {
      devices.set(keyOf(device.tenant, device.serial), device);
    }
    const isKnown = ({ tenant, waiting }: Owned) => devices.has(keyOf(tenant, waiting.newcomer.proof.serial));
    const identified = claimed.filter(isKnown);
    for (const { waiting } of claimed.filter((one) => !isKnown(one))) {
      outcomes.set(waiting.newcomer.connectionId, 'quotaReached');
    }
    const owned = await approved(tx, identified, devices, outcomes);
    const labels = await this.#labels(tx, owned, devices);
    const arrivals: Arrival[] = [];
    const cameOnline: { tenant: string; deviceId: string }[] = [];
    for (const { waiting, tenant } of owned) {
      const { hello, proof, address, connectionId, at } = waiting.newcomer;
      const device = devices.get(keyOf(tenant, proof.serial));
      if (device === undefined) throw new Error('a device was neither made nor found');
      const kind = kindOf(device.kind, hello.kind);
      arrivals.push({
        tenant,
        deviceId: device.id,
        kind,
        sn: labels.get(keyOf(tenant, proof.serial)) ?? device.sn,
        model: hello.model,
        version: hello.firmware,
        ip: address,
        abilities: JSON.stringify(hello.abilities),
        status: statusAfterHello(device.status),
        connectionId,
        at,
      });
      if (device.status === 'offline') cameOnline.push({ tenant, deviceId: device.id });
      const { siteId, gatewayId: heldBy } = device;
      outcomes.set(connectionId, { tenant, deviceId: device.id, siteId, kind, heldBy });
    }
    await Promise.all([
      arrivals.length > 0 ? writeArrivals(tx, this.#gatewayId, arrivals) : undefined,
      keepCertificates(tx, certificatesOf(owned, devices)),
      publishEvents(tx, factsOf('DevicesOnline', cameOnline)),
    ]);
    return outcomes;
  }

  async #owners(
    tx: Transaction,
    items: readonly Waiting[],
    known: readonly KnownDevice[],
    outcomes: Map<string, Outcome>,
  ): Promise<Owned[]> {
    const certificates = await knownCertificates(
      tx,
      items.map(({ newcomer }) => newcomer.proof.fingerprint),
    );
    const recorded = Map.groupBy(certificates, ({ fingerprint }) => fingerprint);
    const revoked = new Set(
      certificates.filter((one) => one.revoked).map((one) => keyOf(one.tenant, one.fingerprint)),
    );
    const devices = Map.groupBy(known, ({ serial }) => serial);
    const orphaned = new Set(
      certificates.filter((one) => one.orphaned).map((one) => keyOf(one.tenant, one.fingerprint)),
    );
    const claimed: Owned[] = [];
    for (const waiting of items) {
      const { proof, hello, connectionId } = waiting.newcomer;
      const rows = recorded.get(proof.fingerprint) ?? [];
      if (rows.some((row) => row.waiting && !row.revoked)) {
        outcomes.set(connectionId, 'waitingForApproval');
        continue;
      }
      const registered = registrationsFor(proof, hello, devices.get(proof.serial) ?? [], rows);
      // Whom an account deleted it lets in again only if somebody there registered it anew.
      const isUnwelcome = (tenant: string): boolean => {
        const key = keyOf(tenant, proof.fingerprint);
        return revoked.has(key) || (orphaned.has(key) && !registered.some((one) => one.tenant === tenant));
      };
      const tenants = rows.map(({ tenant }) => tenant);
      const owner = ownerOf(proof.maker, tenants, registered, isUnwelcome);
      if (owner === 'revoked') {
        const device = known.find(
          ({ tenant, serial }) => serial === proof.serial && revoked.has(keyOf(tenant, proof.fingerprint)),
        );
        outcomes.set(connectionId, device === undefined ? owner : turnedAway(device));
      } else if (typeof owner === 'string') outcomes.set(connectionId, owner);
      else claimed.push({ waiting, tenant: owner.tenant });
    }
    const open = await openAccounts(tx, [...new Set(claimed.map(({ tenant }) => tenant))]);
    const newest = new Map<string, Owned>();
    for (const one of claimed) {
      const { proof, connectionId } = one.waiting.newcomer;
      if (!open.has(one.tenant)) {
        outcomes.set(connectionId, 'noAccount');
        continue;
      }
      const key = keyOf(one.tenant, proof.serial);
      const older = newest.get(key);
      if (older !== undefined) outcomes.set(older.waiting.newcomer.connectionId, 'replaced');
      newest.set(key, one);
    }
    return [...newest.values()];
  }

  /**
   * The number on the label, for those who know it and whose row does not, unless it is none or another device
   * has it.
   */
  async #labels(
    tx: Transaction,
    owned: readonly Owned[],
    devices: ReadonlyMap<string, KnownDevice>,
  ): Promise<Map<string, string>> {
    const wanted = owned.flatMap(({ waiting, tenant }) => {
      const { hello } = waiting.newcomer;
      const { serial } = hello;
      const device = devices.get(keyOf(tenant, serial));
      if (device?.sn !== '') return [];
      const sn = labelOf(kindOf(device.kind, hello.kind), hello);
      return sn === null ? [] : [{ tenant, sn, serial }];
    });
    if (wanted.length === 0) return new Map();
    const taken = await takenLabels(tx, wanted);
    const given = new Map<string, string>();
    for (const { tenant, sn, serial } of wanted) {
      const label = keyOf(tenant, sn);
      if (taken.has(label)) continue;
      taken.set(label, serial);
      given.set(keyOf(tenant, serial), sn);
    }
    return given;
  }
}

/**
 * What a controller lists is no registration, and a device that came in with a certificate of another maker is not
 * the one that is awaited: an account can name any MAC address to its own controllers, codes and authorities.
 */
function registrationsFor(
  { maker }: Proof,
  hello: Hello,
  devices: readonly KnownDevice[],
  recorded: readonly KnownCertificate[],
): Registration[] {
  return devices.flatMap(({ tenant, createdAt, registered, makers, sn }) => {
    const cameIn = recorded.some((row) => row.tenant === tenant && !row.orphaned && !row.revoked);
    const isAwaited = registered && makers.every((kind) => kind === maker.kind);
    const namesSn = sn !== '' && sn === hello.sn;
    return cameIn || isAwaited ? [{ tenant, createdAt, cameIn, namesSn }] : [];
  });
}

/** Those whose certificate need not be approved first. */
async function approved(
  tx: Transaction,
  identified: readonly Owned[],
  devices: ReadonlyMap<string, KnownDevice>,
  outcomes: Map<string, Outcome>,
): Promise<Owned[]> {
  const presented = identified.flatMap(({ waiting, tenant }) => {
    const { proof, address, at, connectionId } = waiting.newcomer;
    const deviceId = devices.get(keyOf(tenant, proof.serial))?.id;
    return deviceId === undefined ? [] : [{ tenant, deviceId, proof, address, at, connectionId }];
  });
  const heldBack = await requestApprovals(tx, presented);
  for (const { deviceId, connectionId } of presented) {
    if (heldBack.has(deviceId)) outcomes.set(connectionId, 'waitingForApproval');
  }
  return identified.filter(({ waiting }) => !outcomes.has(waiting.newcomer.connectionId));
}

function turnedAway({ tenant, id, siteId, kind }: KnownDevice): TurnedAway {
  return { refused: 'revoked', tenant, deviceId: id, siteId, kind };
}

function keyOf(tenant: string, what: string): string {
  return `${tenant} ${what}`;
}

/**
 * One that does not name its kind says "access point"; whoever registered it knows better. None makes itself one
 * that others stand under.
 */
function kindOf(registered: DeviceKind, said: DeviceKind): DeviceKind {
  return said === 'ap' || (leads(said) && !leads(registered)) ? registered : said;
}

/** The number it says is on its label, if it can be one. */
function labelOf(kind: DeviceKind, { sn }: Hello): string | null {
  return sn !== null && isSnOf(kind, sn) ? sn : null;
}

function newDevices(owned: readonly Owned[], devices: ReadonlyMap<string, KnownDevice>) {
  const made = new Map<
    string,
    { tenant: string; id: string; serial: string; kind: DeviceKind; name: string }
  >();
  for (const { waiting, tenant } of owned) {
    const { serial } = waiting.newcomer.proof;
    const key = keyOf(tenant, serial);
    if (devices.has(key) || made.has(key)) continue;
    const { hello } = waiting.newcomer;
    const { kind } = hello;
    made.set(key, { tenant, id: newId(), serial, kind, name: labelOf(kind, hello) ?? macOf(serial) });
  }
  return [...made.values()];
}

function certificatesOf(owned: readonly Owned[], devices: ReadonlyMap<string, KnownDevice>) {
  return owned.flatMap(({ waiting, tenant }) => {
    const { fingerprint, keyHash, serial, notAfter, maker } = waiting.newcomer.proof;
    const device = devices.get(keyOf(tenant, serial));
    return device === undefined
      ? []
      : [{ tenant, fingerprint, keyHash, serial, deviceId: device.id, notAfter, maker: maker.kind }];
  });
}
