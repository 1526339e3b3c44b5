import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { DeviceEvent, Hello, Report } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { claimCodeHash } from '../../../domains/network/devices/admission/enrolment.ts';
import type {
  ConnectedDevice,
  ConnectionNotice,
  DeviceFacts,
} from '../../../domains/network/devices/device-facts.ts';
import {
  type Credentials,
  enrol,
  VirtualDevice,
} from '../../../domains/network/devices/testing/virtual-device.ts';
import { InProcessBus } from '../../../platform/bus/in-process-bus.ts';
import { type Database, openDatabase, sqlBuilder } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createLog } from '../../../platform/log.ts';
import { createMetrics } from '../../../platform/metrics.ts';
import { Quotas } from '../../../platform/quotas/quotas.ts';
import { newToken } from '../../../platform/secrets.ts';
import { readSettings } from '../../../platform/settings.ts';
import { type DatabaseClock, databaseClock } from '../../../testing/database-clock.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { WITHIN } from '../../../testing/within.ts';
import { GatewayConnections } from '../connections.ts';
import { type Gateway, openGateway } from '../gateway-server.ts';
import type { GatewayLimits } from '../limits.ts';

/** Records the messages that the gateway passes on. */
export class RecordedFacts implements Partial<DeviceFacts> {
  readonly hellos: { device: ConnectedDevice; hello: Hello }[] = [];
  readonly reports: { device: ConnectedDevice; report: Report }[] = [];
  readonly events: { device: ConnectedDevice; event: DeviceEvent }[] = [];
  readonly answers: { device: ConnectedDevice; id: number }[] = [];
  readonly notices: { device: ConnectedDevice; notice: ConnectionNotice }[] = [];
  readonly gone: ConnectedDevice[] = [];
  full = false;

  onHello(device: ConnectedDevice, hello: Hello): void {
    this.hellos.push({ device, hello });
  }
  onReports(device: ConnectedDevice, reports: readonly Report[]): void {
    this.reports.push(...reports.map((report) => ({ device, report })));
  }
  onEvents(device: ConnectedDevice, events: readonly DeviceEvent[]): void {
    this.events.push(...events.map((event) => ({ device, event })));
  }
  onAnswer(device: ConnectedDevice, { id }: { id: number }): void {
    this.answers.push({ device, id });
  }
  onNotice(device: ConnectedDevice, notice: ConnectionNotice): void {
    this.notices.push({ device, notice });
  }
  onDisconnected(device: ConnectedDevice): void {
    this.gone.push(device);
  }
  isFull(): boolean {
    return this.full;
  }
}

export interface RunningGateway {
  readonly gateway: Gateway;
  readonly port: number;
  readonly connections: GatewayConnections;
  readonly received: RecordedFacts;
  readonly metrics: ReturnType<typeof createMetrics>;
}

/** A database and a data folder on which gateways start and stop like processes. */
export class GatewayHarness {
  readonly #drop: () => Promise<void>;
  readonly dataDir: string;
  readonly #running = new Set<RunningGateway>();
  readonly #devices = new Set<VirtualDevice>();
  readonly database: Database;
  readonly #databaseClock: DatabaseClock;
  readonly log = createLog('silent');
  /** Shared by all gateways. */
  readonly bus = new InProcessBus(this.log);
  #passed = 0;
  #jumped = 0;

  private constructor(clock: DatabaseClock, drop: () => Promise<void>, dataDir: string) {
    this.#databaseClock = clock;
    this.#drop = drop;
    this.dataDir = dataDir;
    this.database = openDatabase({ connectionString: clock.url, max: 8, onError: () => undefined });
  }

  static async open(): Promise<GatewayHarness> {
    const { url, drop } = await createTestDatabase();
    return new GatewayHarness(
      await databaseClock(url),
      drop,
      await mkdtemp(join(tmpdir(), 'airloom-gateway-')),
    );
  }

  now = (): Date => new Date(Date.now() + this.#passed + this.#jumped);

  monotonic = (): number => performance.now() + this.#passed;

  /** As if the last heartbeat of all gateways were a minute ago. */
  async silence(): Promise<void> {
    await this.database.asSystem((tx) =>
      tx.run(sql`update gateway_process set seen_at = now() - interval '61 seconds'`),
    );
  }

  /** Advances the time. */
  advance(ms: number): void {
    this.#passed += ms;
  }

  /** Sets the clock forward or back, without time passing. */
  setClock(ms: number): void {
    this.#jumped += ms;
  }

  /** The same for the database's clock. */
  setDatabaseClock(ms: number): Promise<void> {
    return this.#databaseClock.set(ms);
  }

  /** Advances the time of the database, too. */
  async advanceAll(ms: number): Promise<void> {
    this.advance(ms);
    await this.setDatabaseClock(ms);
  }

  async start(
    limits: Partial<GatewayLimits> = {},
    env: Readonly<Record<string, string>> = {},
  ): Promise<RunningGateway> {
    const metrics = createMetrics();
    const connections = new GatewayConnections(metrics, this.monotonic);
    const received = new RecordedFacts();
    const settings = readSettings({ DATA_DIR: this.dataDir, GATEWAY_HOST: '127.0.0.1', ...env });
    const gateway = await openGateway({
      platform: {
        settings,
        database: this.database,
        quotas: new Quotas(settings, this.now),
        log: this.log,
        metrics,
        now: this.now,
        monotonic: this.monotonic,
        wakeOutbox: () => undefined,
      },
      bus: this.bus,
      gatewayId: newId(),
      connections,
      facts: [received],
      limits,
    });
    const running = { gateway, port: await gateway.listen(0), connections, received, metrics };
    this.#running.add(running);
    return running;
  }

  async stop(running: RunningGateway): Promise<void> {
    this.#running.delete(running);
    await running.gateway.close();
  }

  async close(): Promise<void> {
    for (const device of this.#devices) device.end();
    await Promise.all([...this.#running].map((running) => this.stop(running)));
    await this.database.end();
    await this.#drop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async account(): Promise<string> {
    const id = newId();
    await this.database.asSystem((tx) =>
      tx.run(sql`insert into account (id, name) values (${id}, ${`account ${id}`})`),
    );
    return id;
  }

  async site(tenant: string): Promise<string> {
    const enterprise = newId();
    const id = newId();
    await this.database.asSystem(async (tx) => {
      await tx.run(
        sql`insert into enterprise (tenant_id, id, name) values (${tenant}, ${enterprise}, ${id})`,
      );
      await tx.run(sql`insert into site (tenant_id, id, enterprise_id, name, country_code, time_zone)
        values (${tenant}, ${id}, ${enterprise}, ${id}, 'PL', 'Etc/GMT-1')`);
    });
    return id;
  }

  async code(
    tenant: string,
    options: { uses?: number; siteId?: string; validMs?: number; code?: string } = {},
  ): Promise<string> {
    const code = options.code ?? newToken();
    await this.database.asSystem((tx) =>
      tx.run(
        sqlBuilder.insertInto('claim_code').values({
          tenant_id: tenant,
          id: newId(),
          hash: claimCodeHash(code),
          site_id: options.siteId ?? null,
          uses_left: options.uses ?? 1,
          expires_at: new Date(this.now().getTime() + (options.validMs ?? 60_000)),
          created_by: newId(),
          revoked_at: null,
        }),
      ),
    );
    return code;
  }

  /** Registers a device by its MAC. */
  async register(tenant: string, serial: string, siteId: string, kind: DeviceKind = 'ap'): Promise<string> {
    const id = newId();
    await this.database.asSystem((tx) =>
      tx.run(sql`insert into device (tenant_id, id, serial, sn, kind, name, site_id, registered_at)
        values (${tenant}, ${id}, ${serial}, '', ${kind}, ${serial}, ${siteId}, now())`),
    );
    return id;
  }

  /** Makes a device a member of a controller, as a report would. */
  async makeMember(tenant: string, serial: string, managedBy: string): Promise<void> {
    await this.database.asSystem((tx) =>
      tx.run(
        sql`update device set managed_by = ${managedBy} where tenant_id = ${tenant} and serial = ${serial}`,
      ),
    );
  }

  async trust(tenant: string, pem: string): Promise<void> {
    await this.database.asSystem((tx) =>
      tx.run(sql`insert into trusted_ca (tenant_id, id, name, fingerprint, pem, proven_at)
        values (${tenant}, ${newId()}, 'maker', ${newId()}, ${pem}, now())`),
    );
  }

  async distrust(tenant: string, pem: string): Promise<void> {
    await this.database.asSystem((tx) =>
      tx.run(sql`delete from trusted_ca where tenant_id = ${tenant} and pem = ${pem}`),
    );
  }

  async revoke(tenant: string, serial: string): Promise<void> {
    await this.database.asSystem((tx) =>
      tx.run(sql`update device_certificate set revoked_at = ${this.now()}
        where tenant_id = ${tenant} and serial = ${serial}`),
    );
  }

  async remove(tenant: string, serial: string): Promise<void> {
    await this.database.asSystem((tx) =>
      tx.run(sql`delete from device where tenant_id = ${tenant} and serial = ${serial}`),
    );
  }

  /** Moves a device and its certificates from one account to another. */
  async transfer(serial: string, from: string, to: string): Promise<void> {
    const id = newId();
    await this.database.asSystem(async (tx) => {
      await tx.run(sql`delete from device where tenant_id = ${from} and serial = ${serial}`);
      await tx.run(sql`insert into device (tenant_id, id, serial, sn, kind, name)
        values (${to}, ${id}, ${serial}, '', 'ap', ${serial})`);
      await tx.run(sql`update device_certificate set tenant_id = ${to}, device_id = ${id}
        where tenant_id = ${from} and serial = ${serial}`);
    });
  }

  /** As after a restore of a backup that is older than the certificates. */
  async forgetCertificates(serial: string): Promise<void> {
    await this.database.asSystem((tx) =>
      tx.run(sql`delete from device_certificate where serial = ${serial}`),
    );
  }

  async enrolled(
    port: number,
    tenant: string,
    serial: string,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<Credentials> {
    const answer = await enrol(port, await this.code(tenant), serial, more);
    expect(answer.status).toBe(200);
    return answer.credentials;
  }

  /** Opens a socket with these credentials. */
  dial(...order: ConstructorParameters<typeof VirtualDevice>): VirtualDevice {
    const device = new VirtualDevice(...order);
    this.#devices.add(device);
    return device;
  }

  /** Enrolled, connected, admitted. */
  async connected(running: RunningGateway, tenant: string, serial: string): Promise<VirtualDevice> {
    return this.connectWith(running, serial, await this.enrolled(running.port, tenant, serial));
  }

  async connectWith(
    running: RunningGateway,
    serial: string,
    credentials: Credentials,
  ): Promise<VirtualDevice> {
    const before = running.received.hellos.length;
    const device = this.dial(running.port, serial, credentials);
    expect(await device.opened()).toBe('open');
    device.hello();
    await vi.waitFor(() => expect(running.received.hellos.length).toBeGreaterThan(before), WITHIN);
    return device;
  }

  async row(tenant: string, serial: string) {
    return this.database.asSystem((tx) =>
      tx.first(
        sqlBuilder
          .selectFrom('device')
          .selectAll()
          .where('tenant_id', '=', tenant)
          .where('serial', '=', serial),
      ),
    );
  }

  /** Events in the outbox, oldest first. */
  async facts(tenant: string): Promise<{ type: string; payload: unknown }[]> {
    return this.database.asSystem((tx) =>
      tx.all(
        sqlBuilder
          .selectFrom('outbox')
          .select(['type', 'payload'])
          .where('tenant_id', '=', tenant)
          .orderBy('id'),
      ),
    );
  }
}

let serials = 0x02_00_00_00_00_00;

export function newSerial(): string {
  serials += 1;
  return serials.toString(16).padStart(12, '0');
}

/** Polls an expectation. */
export function eventually<T>(check: () => T | Promise<T>, timeout = 8_000): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 20 });
}
