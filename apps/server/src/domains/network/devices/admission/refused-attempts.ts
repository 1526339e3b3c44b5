import type { X509Certificate } from 'node:crypto';
import type { RefusalReason } from '@airloom/contract/devices/adding.model';
import { SECOND } from '@airloom/contract/time';
import { publishEvents } from '../../../../platform/events/outbox.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { addressBlock } from '../../../../platform/throttle/address-block.ts';
import { Batch } from '../presence/presence.batch.ts';
import { type ProofFault, serialIn } from './admission.trust.ts';
import {
  type AttemptRow,
  awaitedWithSns,
  ownersOfSerials,
  trimAttempts,
  writeAttempts,
} from './refused-attempts.repository.ts';

/** A refused connection or enrolment. */
export interface RefusedAttempt {
  readonly reason: RefusalReason;
  /** From its certificate or request; null when it named none. */
  readonly serial: string | null;
  readonly address: string;
  /** The account whose certificate, code or quota it was; null: the account that awaits the serial, if any. */
  readonly tenant: string | null;
  readonly codeId?: string | null;
  /** Reported serial number, which may be registered with another MAC address. */
  readonly sn?: string | null;
}

interface Counted extends RefusedAttempt {
  readonly at: Date;
  readonly count: number;
}

const EVERY_MS = 250;
const BATCH_MAX = 200;
/** The same attempt is written at most once within this time; further ones are counted with the next. */
const WRITE_EVERY_MS = 10 * SECOND;
/** Attempts that are remembered as written; above it, further devices wait until some are forgotten. */
const RECENT_MAX = 5_000;
/** Of these, attempts from one address, so that nobody keeps out the devices of others with invented serials. */
const RECENT_PER_ADDRESS_MAX = 200;
const PENDING_MAX = 1_000;

/** Stores refused attempts for the accounts that may know of them. */
export class RefusedAttempts {
  readonly #platform: Pick<Platform, 'database' | 'now' | 'monotonic' | 'wakeOutbox'>;
  readonly #recent = new Map<string, { writtenAt: number; skipped: number; block: string }>();
  /** Entries of `#recent` by the block of their address. */
  readonly #perBlock = new Map<string, number>();
  readonly #batch: Batch<Counted>;

  constructor(platform: Pick<Platform, 'database' | 'log' | 'now' | 'monotonic' | 'wakeOutbox'>) {
    this.#platform = platform;
    this.#batch = new Batch({
      name: 'refused attempts',
      log: platform.log,
      everyMs: EVERY_MS,
      max: BATCH_MAX,
      write: (items) => this.#write(items),
      refused: () => undefined,
    });
  }

  note(attempt: RefusedAttempt): void {
    const now = this.#platform.monotonic();
    const key = [attempt.tenant, attempt.serial, attempt.reason].join(' ');
    const recent = this.#recent.get(key);
    if (recent !== undefined && now - recent.writtenAt < WRITE_EVERY_MS) {
      recent.skipped += 1;
      return;
    }
    const block = addressBlock(attempt.address);
    if (recent === undefined && this.#isFull(block)) this.#forget(now);
    if (recent === undefined && this.#isFull(block)) return;
    // The database is behind.
    if (this.#batch.size >= PENDING_MAX) return;
    this.#remember(key, now, block);
    this.#batch.add({ ...attempt, at: this.#platform.now(), count: 1 + (recent?.skipped ?? 0) });
  }

  /** A certificate that is not accepted at all: shown to the account that awaits the device it names. */
  noteFault(fault: ProofFault, certificate: X509Certificate | undefined, address: string): void {
    const serial = certificate === undefined ? null : serialIn(certificate);
    if (certificate === undefined || serial === null || (fault !== 'expired' && fault !== 'untrusted'))
      return;
    const isEarly = fault === 'expired' && certificate.validFromDate > this.#platform.now();
    this.note({ reason: isEarly ? 'notYetValid' : fault, serial, address, tenant: null });
  }

  #isFull(block: string): boolean {
    return this.#recent.size >= RECENT_MAX || (this.#perBlock.get(block) ?? 0) >= RECENT_PER_ADDRESS_MAX;
  }

  #remember(key: string, now: number, block: string): void {
    this.#remove(key);
    this.#recent.set(key, { writtenAt: now, skipped: 0, block });
    this.#perBlock.set(block, (this.#perBlock.get(block) ?? 0) + 1);
  }

  #remove(key: string): void {
    const recent = this.#recent.get(key);
    if (recent === undefined) return;
    this.#recent.delete(key);
    const left = (this.#perBlock.get(recent.block) ?? 0) - 1;
    if (left > 0) this.#perBlock.set(recent.block, left);
    else this.#perBlock.delete(recent.block);
  }

  /** Oldest first: each is added at the end. */
  #forget(now: number): void {
    for (const [key, { writtenAt }] of this.#recent) {
      if (now - writtenAt < WRITE_EVERY_MS) break;
      this.#remove(key);
    }
  }

  async #write(items: readonly Counted[]): Promise<void> {
    await this.#platform.database.asSystem(async (tx) => {
      const orphans = items.filter(({ tenant }) => tenant === null);
      const owners = await ownersOfSerials(
        tx,
        orphans.flatMap(({ serial }) => serial ?? []),
      );
      const ownerOf = new Map(owners.map(({ serial, tenant }) => [serial, tenant]));
      const awaited = await awaitedWithSns(
        tx,
        orphans.flatMap(({ serial, sn }) => (serial !== null && ownerOf.has(serial) ? [] : (sn ?? []))),
      );
      const rows = merged([
        ...items.flatMap((item) => {
          const tenant = item.tenant ?? ownerOf.get(item.serial ?? '');
          return tenant === undefined ? [] : [rowOf(item, tenant, item.serial ?? '')];
        }),
        ...awaited.flatMap(({ sn, tenant, serial }) => {
          const item = orphans.find((one) => one.sn === sn && one.serial !== serial);
          // The registration proves neither the device nor its place: its address is not shown.
          return item === undefined
            ? []
            : [{ ...rowOf(item, tenant, serial), reason: 'otherMac' as const, address: '' }];
        }),
      ]);
      if (rows.length === 0) return;
      const tenants = [...new Set(rows.map(({ tenant }) => tenant))];
      await writeAttempts(tx, rows);
      await trimAttempts(tx, tenants);
      await publishEvents(
        tx,
        tenants.map((tenant) => ({ tenant, type: 'DeviceAttemptsRefused' as const, payload: {} })),
      );
    });
    this.#platform.wakeOutbox();
  }

  close(): Promise<void> {
    return this.#batch.close();
  }
}

function rowOf({ reason, address, codeId = null, count, at }: Counted, tenant: string, serial: string) {
  return { tenant, serial, reason, codeId, address, count, at };
}

/** One row per key, which an upsert requires; the last attempt counts. */
function merged(rows: readonly AttemptRow[]): AttemptRow[] {
  const byKey = new Map<string, AttemptRow>();
  for (const row of rows) {
    const key = [row.tenant, row.serial, row.reason].join(' ');
    byKey.set(key, { ...row, count: row.count + (byKey.get(key)?.count ?? 0) });
  }
  return [...byKey.values()];
}
