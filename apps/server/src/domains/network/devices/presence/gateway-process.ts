import { sql } from 'kysely';
import { ClockJumps } from '../../../../platform/clock-jumps.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvents } from '../../../../platform/events/outbox.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { factsOf } from './presence.facts.ts';
import {
  type ConnectedState,
  type DeviceKey,
  lockInOrder,
  lockWithMembers,
  loseMembers,
  reclaimDevices,
} from './presence.repository.ts';
import { DEAD_AFTER_MS, HEARTBEAT_MS, RETURN_MS } from './presence.ts';

/** This process as a holder of connections. It is not unregistered at its end: its devices have time to reconnect. */
export class GatewayProcess {
  readonly id: string;
  readonly #platform: Pick<Platform, 'database' | 'now' | 'monotonic' | 'wakeOutbox'>;
  readonly #held: () => readonly ConnectedState[];
  readonly #dead: DeadGateways;

  constructor(
    id: string,
    platform: Pick<Platform, 'database' | 'now' | 'monotonic' | 'wakeOutbox'>,
    held: () => readonly ConnectedState[],
  ) {
    this.id = id;
    this.#platform = platform;
    this.#held = held;
    this.#dead = new DeadGateways(platform);
  }

  async register(): Promise<void> {
    await this.#platform.database.asSystem(async (tx) => {
      await giveGrace(tx);
      await this.#insert(tx);
    });
  }

  /** Writes the heartbeat, and takes over devices of dead processes. Called every few seconds. */
  async beat(): Promise<void> {
    await this.#dead.followClock();
    const now = this.#platform.now();
    await this.#platform.database.asSystem(async (tx) => {
      const known = await tx.run(sql`update gateway_process set seen_at = now() where id = ${this.id}`);
      const again = known === 0 ? await this.#reclaimDevices(tx, now) : [];
      const gone = await this.#dead.end(tx, this.id);
      await publishEvents(tx, [...factsOf('DevicesOnline', again), ...factsOf('DevicesOffline', gone)]);
    });
    this.#platform.wakeOutbox();
  }

  async #reclaimDevices(tx: Transaction, now: Date): Promise<DeviceKey[]> {
    await this.#insert(tx);
    const held = this.#held();
    if (held.length === 0) return [];
    await lockInOrder(tx, held);
    return reclaimDevices(tx, this.id, held, now);
  }

  async #insert(tx: Transaction): Promise<void> {
    await tx.run(
      sql`insert into gateway_process (id, started_at, seen_at) values (${this.id}, now(), now())`,
    );
  }
}

/**
 * Processes without a heartbeat when one starts: probably all were down, for however long. Their devices have time to
 * reconnect before they count as offline.
 */
async function giveGrace(tx: Transaction): Promise<void> {
  const grace = sql`${RETURN_MS} * interval '1 millisecond'`;
  await tx.run(sql`
    update gateway_process set grace_until = now() + ${grace}
    where seen_at <= now() - ${2 * HEARTBEAT_MS} * interval '1 millisecond'
      and coalesce(grace_until not between now() and now() + ${grace}, true)`);
}

/**
 * Finds dead processes by the database's clock: clocks of processes may differ. When that clock is set, all get their
 * full time again.
 */
export class DeadGateways {
  readonly #platform: Pick<Platform, 'database' | 'now' | 'monotonic' | 'wakeOutbox'>;
  #isFirstSweep = true;
  #jumps: ClockJumps | null = null;
  #databaseNow = new Date();

  constructor(platform: Pick<Platform, 'database' | 'now' | 'monotonic' | 'wakeOutbox'>) {
    this.#platform = platform;
  }

  /** For a process without connections: cleans up after dead processes, in case all of them are dead. */
  async sweep(): Promise<void> {
    const { database, wakeOutbox } = this.#platform;
    await this.followClock();
    const gone = await database.asSystem(async (tx) => {
      if (this.#isFirstSweep) await giveGrace(tx);
      const ended = await this.end(tx, null);
      await publishEvents(tx, factsOf('DevicesOffline', ended));
      return ended;
    });
    this.#isFirstSweep = false;
    if (gone.length > 0) wakeOutbox();
  }

  /** Devices of dead processes are offline since their last heartbeat, except those that reconnected elsewhere. */
  async end(tx: Transaction, self: string | null): Promise<DeviceKey[]> {
    // A heartbeat in the future was written before the database's clock was set back.
    await tx.run(sql`
      update gateway_process set seen_at = now() where seen_at > now() + interval '10 seconds'`);
    const dead = await tx.all(
      sql<{ id: string; seenAt: Date }>`
        delete from gateway_process
        where seen_at <= now() - ${DEAD_AFTER_MS} * interval '1 millisecond' and id is distinct from ${self}
          and coalesce(grace_until, now()) <= now()
        returning id, seen_at as "seenAt"`,
    );
    if (dead.length === 0) return [];
    const ids = dead.map(({ id }) => id);
    const held = await tx.all(
      sql<DeviceKey>`
        select tenant_id as tenant, id as "deviceId" from device where gateway_id = any(${ids}::uuid[])`,
    );
    await lockWithMembers(tx, held);
    const gone = await tx.all(
      sql<DeviceKey>`
        update device d set status = 'offline', offline_at = dead.seen_at, gateway_id = null, connection_id = null
        from unnest(${ids}::uuid[], ${dead.map(({ seenAt }) => seenAt)}::timestamptz[]) as dead (id, seen_at)
        where d.gateway_id = dead.id
        returning d.tenant_id as tenant, d.id as "deviceId"`,
    );
    return [...gone, ...(await loseMembers(tx, gone, this.#platform.now()))];
  }

  /** Called first: a heartbeat that was current until the clock was set forward is not dead. */
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
