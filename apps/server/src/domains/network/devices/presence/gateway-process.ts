import { sql } from 'kysely';
import { ClockJumps } from '../../../../platform/clock-jumps.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvents } from '../../../../platform/events/outbox.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { factsOf } from './presence.facts.ts';
import {
  type DeviceKey,
  holdAgain,
  holdInOrder,
  holdWithMembers,
  loseMembers,
  type StillHeld,
} from './presence.repository.ts';
import { DEAD_AFTER_MS } from './presence.ts';

/** This process among those that hold devices' connections. It is not unregistered: its devices have time to come back. */
export class GatewayProcess {
  readonly id: string;
  readonly #platform: Pick<Platform, 'database' | 'now' | 'monotonic' | 'wakeOutbox'>;
  readonly #held: () => readonly StillHeld[];
  readonly #dead: DeadGateways;

  constructor(
    id: string,
    platform: Pick<Platform, 'database' | 'now' | 'monotonic' | 'wakeOutbox'>,
    held: () => readonly StillHeld[],
  ) {
    this.id = id;
    this.#platform = platform;
    this.#held = held;
    this.#dead = new DeadGateways(platform);
  }

  async register(): Promise<void> {
    await this.#platform.database.asSystem((tx) => this.#insert(tx));
  }

  /** Says that it lives, and ends what processes that died were holding. Every few seconds. */
  async beat(): Promise<void> {
    await this.#dead.followClock();
    const now = this.#platform.now();
    await this.#platform.database.asSystem(async (tx) => {
      const known = await tx.run(sql`update gateway_process set seen_at = now() where id = ${this.id}`);
      const again = known === 0 ? await this.#holdAgain(tx, now) : [];
      const gone = await this.#dead.end(tx, this.id);
      await publishEvents(tx, [...factsOf('DevicesOnline', again), ...factsOf('DevicesOffline', gone)]);
    });
    this.#platform.wakeOutbox();
  }

  async #holdAgain(tx: Transaction, now: Date): Promise<DeviceKey[]> {
    await this.#insert(tx);
    const held = this.#held();
    if (held.length === 0) return [];
    await holdInOrder(tx, held);
    return holdAgain(tx, this.id, held, now);
  }

  async #insert(tx: Transaction): Promise<void> {
    await tx.run(
      sql`insert into gateway_process (id, started_at, seen_at) values (${this.id}, now(), now())`,
    );
  }
}

/**
 * Finds processes that died, by the database's clock: those of the processes may differ. When that clock is set,
 * all have a minute again in which to be heard of.
 */
export class DeadGateways {
  readonly #platform: Pick<Platform, 'database' | 'now' | 'monotonic' | 'wakeOutbox'>;
  #jumps: ClockJumps | null = null;
  #databaseNow = new Date();

  constructor(platform: Pick<Platform, 'database' | 'now' | 'monotonic' | 'wakeOutbox'>) {
    this.#platform = platform;
  }

  /** For a process that holds no devices: ends what processes that died were holding, should all of them have died. */
  async sweep(): Promise<void> {
    const { database, wakeOutbox } = this.#platform;
    await this.followClock();
    const gone = await database.asSystem(async (tx) => {
      const ended = await this.end(tx, null);
      await publishEvents(tx, factsOf('DevicesOffline', ended));
      return ended;
    });
    if (gone.length > 0) wakeOutbox();
  }

  /** Devices of processes not seen for long are offline since then, but for those that came back elsewhere. */
  async end(tx: Transaction, self: string | null): Promise<DeviceKey[]> {
    // By the database's clock nobody was seen in the future: it was set back since.
    await tx.run(sql`
      update gateway_process set seen_at = now() where seen_at > now() + interval '10 seconds'`);
    const dead = await tx.all(
      sql<{ id: string; seenAt: Date }>`
        delete from gateway_process
        where seen_at <= now() - ${DEAD_AFTER_MS} * interval '1 millisecond' and id is distinct from ${self}
        returning id, seen_at as "seenAt"`,
    );
    if (dead.length === 0) return [];
    const ids = dead.map(({ id }) => id);
    const held = await tx.all(
      sql<DeviceKey>`
        select tenant_id as tenant, id as "deviceId" from device where gateway_id = any(${ids}::uuid[])`,
    );
    await holdWithMembers(tx, held);
    const gone = await tx.all(
      sql<DeviceKey>`
        update device d set status = 'offline', offline_at = dead.seen_at, gateway_id = null, connection_id = null
        from unnest(${ids}::uuid[], ${dead.map(({ seenAt }) => seenAt)}::timestamptz[]) as dead (id, seen_at)
        where d.gateway_id = dead.id
        returning d.tenant_id as tenant, d.id as "deviceId"`,
    );
    return [...gone, ...(await loseMembers(tx, gone, this.#platform.now()))];
  }

  /** Before judging: whose row was fresh until the clock was set forward is not dead. */
  async followClock(): Promise<void> {
    const { database, monotonic } = this.#platform;
    const row = await database.asSystem((tx) => tx.first(sql<{ at: Date }>`select now() as at`));
    const now = row?.at ?? this.#databaseNow;
    this.#databaseNow = now;
    this.#jumps ??= new ClockJumps({ now: () => this.#databaseNow, monotonic });
    await this.#jumps.follow(async (jumpMs) => {
      const alive = new Date(now.getTime() - jumpMs - DEAD_AFTER_MS);
      await database.asSystem((tx) =>
        tx.run(sql`update gateway_process set seen_at = now() where seen_at > ${alive}`),
      );
    });
  }
}
