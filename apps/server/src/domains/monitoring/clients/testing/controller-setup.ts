import type { ClientSample, DeviceEvent, Happening, MemberSample } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Ingest, type ReportingDevice } from '../../telemetry/index.ts';
import { type Fixture, openFixture } from '../../telemetry/testing/fixture.ts';
import { clientOf, memberSample, reportOf } from '../../telemetry/testing/reports.ts';
import { SessionBuilder } from '../sessions/session-builder.ts';

export const MAC = '02:00:00:00:00:01';
export const OTHER = '02:00:00:00:00:02';
export const NOON = Date.UTC(2026, 9, 20, 12);

/** An access point managed by the controller, with one network. */
export interface ManagedAp extends ReportingDevice {
  readonly name: string;
  readonly serial: string;
  readonly bssid: string;
}

export const memberReport = ({ serial, bssid }: ManagedAp, given: Partial<MemberSample> = {}) =>
  memberSample(serial, { bssids: [bssid], ...given });

/** A client in a controller report: on the network of a member, or on an unknown one. */
export function at(
  place: ManagedAp | null,
  mac: string,
  connectedSeconds: number | null,
  rxBytes: number,
): ClientSample {
  const client = clientOf(mac, connectedSeconds, rxBytes);
  if (client.wireless === null) throw new Error('It is at a port');
  return { ...client, wireless: { ...client.wireless, bssid: place?.bssid ?? '0a:00:00:00:00:01' } };
}

interface Row {
  readonly place: string;
  readonly from: number;
  readonly to: number | null;
  readonly why: string | null;
  readonly rx: number;
  readonly visit: string;
}

export async function openControllerSetup(): Promise<ControllerSetup> {
  const fixture = await openFixture();
  fixture.setClock(NOON);
  const setup = new ControllerSetup(fixture, await fixture.device('ac'));
  setup.start();
  return setup;
}

/** A controller that reports access points, and a process that receives its reports. */
export class ControllerSetup {
  readonly fixture: Fixture;
  controller: ReportingDevice;
  ingest: Ingest;
  builder: SessionBuilder;
  /** Statements of the builder since it started. */
  statements = 0;

  constructor(fixture: Fixture, controller: ReportingDevice) {
    this.fixture = fixture;
    this.controller = controller;
    this.ingest = new Ingest(fixture.platform);
    this.builder = new SessionBuilder(fixture.platform);
  }

  async end(): Promise<void> {
    await this.ingest.stop();
    await this.fixture.end();
  }

  /** Starts a process without state in memory. */
  start(): void {
    const builder = new SessionBuilder(this.fixture.platform);
    this.ingest = new Ingest(this.fixture.platform);
    this.builder = builder;
    this.statements = 0;
    this.ingest.join((tx, items, members) => builder.take(this.#counting(tx), items, members));
  }

  #counting(tx: Transaction): Transaction {
    return new Proxy(tx, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name, target);
        if (typeof found !== 'function') return found;
        return (...given: unknown[]): unknown => {
          this.statements += 1;
          return Reflect.apply(found, target, given);
        };
      },
    });
  }

  async managedAp(name: string, managedBy: string | null = this.controller.deviceId): Promise<ManagedAp> {
    const device = await this.fixture.device('ap');
    const [row] = await this.fixture.rows(sql<{ serial: string }>`
      update device set managed_by = ${managedBy}, status = 'online', name = ${name}
      where id = ${device.deviceId} returning serial`);
    const serial = row?.serial ?? '';
    return { ...device, name, serial, bssid: serial.replace(/..(?!$)/g, '$&:') };
  }

  async report(
    moment: number,
    clients: readonly ClientSample[],
    members: readonly MemberSample[],
  ): Promise<void> {
    const { platform } = this.fixture;
    if (moment > platform.now().getTime()) this.fixture.setClock(moment);
    this.ingest.add(this.controller, reportOf({ at: moment, clients, members }), platform.now().getTime());
    await this.ingest.flush();
  }

  async sendEvent(moment: number, happening: Happening): Promise<void> {
    const event: DeviceEvent = { serial: 'a00000000001', at: moment, happening };
    this.ingest.events(this.controller, [event], Math.max(moment, this.fixture.platform.now().getTime()));
    await this.ingest.flush();
  }

  rows(): Promise<Row[]> {
    return this.fixture.rows(sql<Row>`
      select case when device.kind = 'ac' then 'controller' else device.name end as place,
             (extract(epoch from started_at) - ${NOON / 1000}::int)::float8 as from,
             (extract(epoch from ended_at) - ${NOON / 1000}::int)::float8 as to, end_reason as why,
             rx_bytes::float8 as rx, visit_id as visit
      from terminal_session session
      join device on device.tenant_id = session.tenant_id and device.id = session.device_id
      order by started_at, place, ended_at`);
  }

  /** Device, start, end and received bytes of each session. */
  async sessions(): Promise<(string | number | null)[][]> {
    return (await this.rows()).map(({ place, from, to, rx }) => [place, from, to, rx]);
  }

  /** Received bytes of all clients by their hours. */
  async counted(): Promise<number | undefined> {
    const [row] = await this.fixture.rows(sql<{ rx: number }>`
      select coalesce(sum(rx_bytes), 0)::float8 as rx from terminal_1h`);
    return row?.rx;
  }
}
