import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { isSnOf } from '@airloom/contract/devices/devices.rules';
import { isConnected } from '@airloom/contract/devices/devices.states';
import { macOf } from '@airloom/device-protocol/identity';
import type { Hello } from '@airloom/device-protocol/model';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvents } from '../../../../platform/events/outbox.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { remainingDeviceQuota } from '../claims/device-quota.ts';
import { Batch } from '../presence/presence.batch.ts';
import { factsOf } from '../presence/presence.facts.ts';
import { canHaveMembers, statusAfterHello } from '../presence/presence.ts';
import { requestApprovals } from './admission.approval.ts';
import { type Candidate, type Outcome, Outcomes, type RefusedKnownDevice } from './admission.outcomes.ts';
import {
  type Arrival,
  insertDevices,
  type KnownCertificate,
  type KnownDevice,
  keepCertificates,
  knownCertificates,
  lockDevicesWithSerials,
  openAccounts,
  usedSerialNumbers,
  writeArrivals,
} from './admission.repository.ts';
import { ownerOf, type Proof, type Registration } from './admission.trust.ts';
import type { RefusedAttempts } from './refused-attempts.ts';

/** Collects devices that reconnect at once into one transaction. */
const EVERY_MS = 60;
const BATCH_MAX = 500;

/** No account owns the certificate; the account that registered the device does not trust it. */
const UNTRUSTED = { reason: 'untrusted', tenant: null } as const;

interface Waiting {
  readonly candidate: Candidate;
  readonly decide: (outcome: Outcome) => void;
}

interface Owned {
  readonly waiting: Waiting;
  readonly tenant: string;
}

/** Admits devices: finds their accounts and stores that they are online, many at a time. */
export class Admission {
  readonly #platform: Pick<Platform, 'database' | 'quotas' | 'log' | 'wakeOutbox'>;
  readonly #gatewayId: string;
  readonly #attempts: Pick<RefusedAttempts, 'note'>;
  readonly #batch: Batch<Waiting>;

  constructor(
    platform: Pick<Platform, 'database' | 'quotas' | 'log' | 'wakeOutbox'>,
    gatewayId: string,
    attempts: Pick<RefusedAttempts, 'note'>,
  ) {
    this.#platform = platform;
    this.#gatewayId = gatewayId;
    this.#attempts = attempts;
    this.#batch = new Batch({
      name: 'admission',
      log: platform.log,
      everyMs: EVERY_MS,
      max: BATCH_MAX,
      write: (items) => this.#admitAll(items),
      refused: ({ decide }) => decide('unstorable'),
    });
  }

  admit(candidate: Candidate): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    this.#batch.add({ candidate, decide: resolve });
    return promise;
  }

  close(): Promise<void> {
    return this.#batch.close();
  }

  async #admitAll(items: readonly Waiting[]): Promise<void> {
    const outcomes = await this.#platform.database.asSystem((tx) => this.#write(tx, items));
    this.#platform.wakeOutbox();
    for (const attempt of outcomes.attempts) this.#attempts.note(attempt);
    for (const { candidate, decide } of items) decide(outcomes.of(candidate));
  }

  async #write(tx: Transaction, items: readonly Waiting[]): Promise<Outcomes> {
    const outcomes = new Outcomes();
    const known = await lockDevicesWithSerials(tx, [
      ...new Set(items.map(({ candidate }) => candidate.proof.serial)),
    ]);
    const claimed = await this.#owners(tx, items, known, outcomes);
    const devices = new Map(known.map((device) => [keyOf(device.tenant, device.serial), device]));
    const unknown = newDevices(claimed, devices);
    const quota = await remainingDeviceQuota(tx, this.#platform.quotas, unknown);
    const fitting = unknown.filter(({ tenant }) => quota.take(tenant));
    for (const device of await insertDevices(tx, fitting)) {
      devices.set(keyOf(device.tenant, device.serial), device);
    }
    const isKnown = ({ tenant, waiting }: Owned) =>
      devices.has(keyOf(tenant, waiting.candidate.proof.serial));
    const identified = claimed.filter(isKnown);
    for (const { waiting, tenant } of claimed.filter((one) => !isKnown(one))) {
      outcomes.refuse(waiting.candidate, 'quotaReached', { reason: 'quotaReached', tenant });
    }
    const owned = await approved(tx, identified, devices, outcomes);
    const labels = await this.#labels(tx, owned, devices);
    const arrivals: Arrival[] = [];
    const wentOnline: { tenant: string; deviceId: string }[] = [];
    for (const { waiting, tenant } of owned) {
      const { hello, proof, address, connectionId, at } = waiting.candidate;
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
      if (!isConnected(device.status)) wentOnline.push({ tenant, deviceId: device.id });
      const { siteId, gatewayId: previousGatewayId } = device;
      outcomes.admit(waiting.candidate, { tenant, deviceId: device.id, siteId, kind, previousGatewayId });
    }
    await Promise.all([
      arrivals.length > 0 ? writeArrivals(tx, this.#gatewayId, arrivals) : undefined,
      keepCertificates(tx, certificatesOf(owned, devices)),
      publishEvents(tx, factsOf('DevicesOnline', wentOnline)),
    ]);
    return outcomes;
  }

  async #owners(
    tx: Transaction,
    items: readonly Waiting[],
    known: readonly KnownDevice[],
    outcomes: Outcomes,
  ): Promise<Owned[]> {
    const certificates = await knownCertificates(
      tx,
      items.map(({ candidate }) => candidate.proof.fingerprint),
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
      const { candidate } = waiting;
      const { proof, hello } = candidate;
      const rows = recorded.get(proof.fingerprint) ?? [];
      const requested = rows.find((row) => row.waiting && !row.revoked);
      if (requested !== undefined) {
        const { tenant } = requested;
        outcomes.refuse(candidate, 'waitingForApproval', { reason: 'waitingForApproval', tenant });
        continue;
      }
      const registered = registrationsFor(proof, hello, devices.get(proof.serial) ?? [], rows);
      // A deleted device is admitted again only after it was registered again.
      const isRefusedBy = (tenant: string): boolean => {
        const key = keyOf(tenant, proof.fingerprint);
        return revoked.has(key) || (orphaned.has(key) && !registered.some((one) => one.tenant === tenant));
      };
      const tenants = rows.map(({ tenant }) => tenant);
      const owner = ownerOf(proof.maker, tenants, registered, isRefusedBy);
      if (owner === 'revoked') {
        const device = known.find(
          ({ tenant, serial }) => serial === proof.serial && revoked.has(keyOf(tenant, proof.fingerprint)),
        );
        if (device === undefined) outcomes.refuse(candidate, owner, UNTRUSTED);
        else outcomes.refuse(candidate, refusedDevice(device), { reason: 'revoked', tenant: device.tenant });
      } else if (typeof owner === 'string') outcomes.refuse(candidate, owner, UNTRUSTED);
      else claimed.push({ waiting, tenant: owner.tenant });
    }
    const open = await openAccounts(tx, [...new Set(claimed.map(({ tenant }) => tenant))]);
    const newest = new Map<string, Owned>();
    for (const one of claimed) {
      const { candidate } = one.waiting;
      if (!open.has(one.tenant)) {
        outcomes.refuse(candidate, 'noAccount');
        continue;
      }
      const key = keyOf(one.tenant, candidate.proof.serial);
      const older = newest.get(key);
      if (older !== undefined) outcomes.refuse(older.waiting.candidate, 'replaced');
      newest.set(key, one);
    }
    return [...newest.values()];
  }

  /**
   * Serial numbers for devices whose row has none, unless they are invalid or another device has them.
   */
  async #labels(
    tx: Transaction,
    owned: readonly Owned[],
    devices: ReadonlyMap<string, KnownDevice>,
  ): Promise<Map<string, string>> {
    const wanted = owned.flatMap(({ waiting, tenant }) => {
      const { hello } = waiting.candidate;
      const { serial } = hello;
      const device = devices.get(keyOf(tenant, serial));
      if (device?.sn !== '') return [];
      const sn = labelOf(kindOf(device.kind, hello.kind), hello);
      return sn === null ? [] : [{ tenant, sn, serial }];
    });
    if (wanted.length === 0) return new Map();
    const taken = await usedSerialNumbers(tx, wanted);
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
 * A member listed by a controller is no registration, and a device with a certificate of another authority is not the
 * expected one: an account can use any MAC address for its own controllers, codes and authorities.
 */
function registrationsFor(
  { maker }: Proof,
  hello: Hello,
  devices: readonly KnownDevice[],
  recorded: readonly KnownCertificate[],
): Registration[] {
  return devices.flatMap(({ tenant, createdAt, registered, makers, sn }) => {
    const hasConnected = recorded.some((row) => row.tenant === tenant && !row.orphaned && !row.revoked);
    const isAwaited = registered && makers.every((kind) => kind === maker.kind);
    const namesSn = sn !== '' && sn === hello.sn;
    return hasConnected || isAwaited ? [{ tenant, createdAt, hasConnected, namesSn }] : [];
  });
}

/** Devices whose certificate requires no approval. */
async function approved(
  tx: Transaction,
  identified: readonly Owned[],
  devices: ReadonlyMap<string, KnownDevice>,
  outcomes: Outcomes,
): Promise<Owned[]> {
  const presented = identified.flatMap(({ waiting: { candidate }, tenant }) => {
    const { proof, address, at } = candidate;
    const deviceId = devices.get(keyOf(tenant, proof.serial))?.id;
    return deviceId === undefined ? [] : [{ tenant, deviceId, proof, address, at, candidate }];
  });
  const awaitingApproval = await requestApprovals(tx, presented);
  for (const { tenant, deviceId, candidate } of presented) {
    if (awaitingApproval.has(deviceId))
      outcomes.refuse(candidate, 'waitingForApproval', { reason: 'waitingForApproval', tenant });
  }
  return identified.filter(({ waiting }) => !outcomes.has(waiting.candidate));
}

function refusedDevice({ tenant, id, siteId, kind }: KnownDevice): RefusedKnownDevice {
  return { refused: 'revoked', tenant, deviceId: id, siteId, kind };
}

function keyOf(tenant: string, what: string): string {
  return `${tenant} ${what}`;
}

/**
 * A device that does not report its kind counts as an access point; its registration takes precedence. No device can
 * declare itself a controller.
 */
function kindOf(registered: DeviceKind, reported: DeviceKind): DeviceKind {
  return reported === 'ap' || (canHaveMembers(reported) && !canHaveMembers(registered))
    ? registered
    : reported;
}

/** The reported serial number, if it is valid. */
function labelOf(kind: DeviceKind, { sn }: Hello): string | null {
  return sn !== null && isSnOf(kind, sn) ? sn : null;
}

function newDevices(owned: readonly Owned[], devices: ReadonlyMap<string, KnownDevice>) {
  const made = new Map<
    string,
    { tenant: string; id: string; serial: string; kind: DeviceKind; name: string }
  >();
  for (const { waiting, tenant } of owned) {
    const { serial } = waiting.candidate.proof;
    const key = keyOf(tenant, serial);
    if (devices.has(key) || made.has(key)) continue;
    const { hello } = waiting.candidate;
    const { kind } = hello;
    made.set(key, { tenant, id: newId(), serial, kind, name: labelOf(kind, hello) ?? macOf(serial) });
  }
  return [...made.values()];
}

function certificatesOf(owned: readonly Owned[], devices: ReadonlyMap<string, KnownDevice>) {
  return owned.flatMap(({ waiting, tenant }) => {
    const { fingerprint, keyHash, serial, notAfter, maker } = waiting.candidate.proof;
    const device = devices.get(keyOf(tenant, serial));
    return device === undefined
      ? []
      : [{ tenant, fingerprint, keyHash, serial, deviceId: device.id, notAfter, maker: maker.kind }];
  });
}
