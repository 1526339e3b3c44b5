import { once } from 'node:events';
import type { ClearReason } from '@airloom/contract/alarms/alarms.states';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { SECOND } from '@airloom/contract/time';
import type { Report } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { DeliveredEvent, Events, EventType } from '../../../../platform/events/events.ts';
import { newId } from '../../../../platform/ids.ts';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { buildDevices } from '../../../../testing/device-builders.ts';
import { credentialsOf, ObedientDevice } from '../../../../testing/obedient-device.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { reportOf } from '../../telemetry/testing/reports.ts';
import { alarmEvents } from '../alarms.handlers.ts';
import { AlarmSweep } from '../evaluation/sweep.ts';
import { insertRule } from './stored-rules.ts';

export { WITHIN };

export interface Online {
  readonly id: string;
  readonly serial: string;
  readonly device: ObedientDevice;
}

export interface AlarmRow {
  readonly id: string;
  readonly type: string;
  readonly level: string;
  readonly siteId: string | null;
  readonly deviceId: string | null;
  readonly part: string;
  readonly cause: string;
  readonly value: number | null;
  readonly clearReason: ClearReason | null;
}

interface DeviceEvent {
  readonly deviceIds: string[];
}
type DeviceEventType = { [T in EventType]: Events[T] extends DeviceEvent ? T : never }[EventType];

/** An account with one site, only the rules of the test, and devices with real connections. */
export class ConnectedSite {
  readonly server: TestServer;
  readonly owner: Person;
  readonly enterpriseId: string;
  readonly siteId: string;
  readonly #devices: Online[] = [];

  private constructor(server: TestServer, owner: Person, enterpriseId: string, siteId: string) {
    this.server = server;
    this.owner = owner;
    this.enterpriseId = enterpriseId;
    this.siteId = siteId;
  }

  static async open(server: TestServer): Promise<ConnectedSite> {
    const owner = await buildAccount(server);
    const enterpriseId = await buildOrganization(server, owner, 'North');
    const siteId = await buildSite(server, owner, enterpriseId, 'Harbour');
    // Shipped rules are created with the account.
    await server.settled();
    await server.platform.database.asSystem((tx) =>
      tx.run(sql`delete from alarm_rule where tenant_id = ${owner.tenant}`),
    );
    return new ConnectedSite(server, owner, enterpriseId, siteId);
  }

  get tenant(): string {
    return this.owner.tenant;
  }

  get as() {
    return { as: this.owner.token };
  }

  end(): void {
    for (const { device } of this.#devices.splice(0)) device.end();
  }

  rule(...[fields]: [Parameters<typeof insertRule>[2]]): Promise<string> {
    return insertRule(this.server.platform.database, this.tenant, fields);
  }

  rows<R>(query: ReturnType<typeof sql<R>>): Promise<R[]> {
    return this.server.platform.database.asSystem((tx) => tx.all(query));
  }

  /** Connected and online; without configuration, so that none is pushed. */
  async online(kinds: readonly DeviceKind[], given: { runs?: number } = {}): Promise<Online[]> {
    const built = await buildDevices(
      this.server,
      this.owner,
      kinds.map((kind) => ({ siteId: this.siteId, kind, model: 'virtual' })),
    );
    const devices = await Promise.all(
      built.map(async ({ id, serial }, index) => {
        const credentials = await credentialsOf(this.server.platform.settings.dataDir, this.tenant, serial);
        const device = new ObedientDevice(
          () => this.server.gatewayPort ?? 0,
          serial,
          credentials,
          kinds[index] ?? 'ap',
        );
        device.runs = given.runs ?? 0;
        return { id, serial, device };
      }),
    );
    this.#devices.push(...devices);
    await Promise.all(devices.map(({ device }) => device.connect()));
    await this.#become('online', devices);
    return devices;
  }

  /** Rows of the inventory that are marked as online. */
  async rowsOnline(count: number, kind: DeviceKind = 'ap', controller?: string): Promise<string[]> {
    const fields = Array.from({ length: count }, () => ({
      siteId: this.siteId,
      kind,
      status: 'online' as const,
      ...(controller !== undefined && { managedBy: controller }),
    }));
    const built = await buildDevices(this.server, this.owner, fields);
    return built.map(({ id }) => id);
  }

  async setAway(ids: readonly string[], isAway: boolean): Promise<void> {
    const now = this.server.platform.now();
    await this.server.platform.database.asSystem((tx) =>
      tx.run(
        isAway
          ? sql`update device set status = 'offline', offline_at = ${now} where id = any(${ids}::uuid[])`
          : sql`update device set status = 'online', online_at = ${now} where id = any(${ids}::uuid[])`,
      ),
    );
  }

  /** Their connections break, and they do not return in time. */
  async lose(devices: readonly Online[]): Promise<void> {
    await Promise.all(devices.map(({ device }) => device.drop()));
    // The server may detect it only now: its grace period begins then.
    await this.#become('offline', devices, () => this.server.advance(SECOND));
  }

  /** Until it has been offline for this long. */
  async passSince({ id }: Pick<Online, 'id'>, ms: number): Promise<void> {
    const [row] = await this.rows(sql<{ at: Date }>`select offline_at as at from device where id = ${id}`);
    if (row === undefined) throw new Error('There is no such device');
    this.server.advance(row.at.getTime() + ms - this.server.platform.now().getTime());
  }

  async comeBack(devices: readonly Online[]): Promise<void> {
    await Promise.all(devices.map(({ device }) => device.connect()));
    await this.#become('online', devices);
  }

  /** Advances the clock while connected devices keep reporting. */
  async pass(ms: number, there: readonly Online[] = []): Promise<void> {
    this.server.advance(ms);
    await Promise.all(
      there.map(async ({ device }) => {
        const answered = once(device.connection.socket, 'pong');
        device.connection.socket.ping();
        await answered;
      }),
    );
  }

  async #become(
    status: string,
    devices: readonly Online[],
    meanwhile: () => void = () => undefined,
  ): Promise<void> {
    const ids = devices.map(({ id }) => id);
    const others = () => {
      meanwhile();
      return this.rows(sql<{ id: string }>`
        select id from device where id = any(${ids}::uuid[]) and status <> ${status}`);
    };
    await expect.poll(others, WITHIN).toEqual([]);
    // Other subscribers have written by then.
    await this.server.settled();
  }

  /** Last reported neighbours of a device. */
  async setLastReport(deviceId: string, report: Partial<Report>): Promise<void> {
    await this.server.platform.database.asSystem((tx) =>
      tx.run(sql`
        insert into device_last_report (tenant_id, device_id, ts, report)
        values (${this.tenant}, ${deviceId}, now(), ${JSON.stringify(reportOf(report))})`),
    );
  }

  /** Delivers an event twice. */
  async deliverTwice(type: DeviceEventType, deviceIds: string[]): Promise<void> {
    for (let time = 0; time < 2; time += 1) await this.#deliver(type, { deviceIds });
  }

  async #deliver<T extends EventType>(type: T, payload: Events[T]): Promise<void> {
    const event: DeliveredEvent<T> = { id: newId(), tenant: this.tenant, type, payload };
    const sweep = new AlarmSweep(this.server.platform, 'wait');
    await alarmEvents(sweep)[event.type]?.(event);
    await sweep.evaluatePending();
    await sweep.stop();
  }

  /** Oldest first. */
  alarms(): Promise<AlarmRow[]> {
    return this.rows(sql<AlarmRow>`
      select id, type, level, site_id as "siteId", device_id as "deviceId", part, cause, value,
        clear_reason as "clearReason"
      from alarm where tenant_id = ${this.tenant} order by raised_at, device_id, id`);
  }

  async open(): Promise<AlarmRow[]> {
    return (await this.alarms()).filter(({ clearReason }) => clearReason === null);
  }

  /** Of all alarms, active and cleared. */
  async consequences(): Promise<string[]> {
    const rows = await this.rows(sql<{ id: string }>`
      select device_id as id from alarm_consequence where tenant_id = ${this.tenant} order by device_id`);
    return rows.map(({ id }) => id);
  }
}
