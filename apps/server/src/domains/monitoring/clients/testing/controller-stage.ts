import type { ClientSample, DeviceEvent, Happening, MemberSample } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Ingest, type ReportingDevice } from '../../telemetry/index.ts';
import { type Ground, prepareGround } from '../../telemetry/testing/ground.ts';
import { clientOf, memberSample, reportOf } from '../../telemetry/testing/reports.ts';
import { ClientFolder } from '../sessions/client-folder.ts';

export const MAC = '02:00:00:00:00:01';
export const OTHER = '02:00:00:00:00:02';
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const NOON = Date.UTC(2026, 9, 20, 12);

/** An access point under a controller; it has one network. */
export interface Thin extends ReportingDevice {
  readonly name: string;
  readonly serial: string;
  readonly bssid: string;
}

export const told = ({ serial, bssid }: Thin, given: Partial<MemberSample> = {}) =>
  memberSample(serial, { bssids: [bssid], ...given });

/** As a manager lists it: on the network of a member, or on one nobody claims. */
export function at(
  place: Thin | null,
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

export async function openStage(): Promise<ControllerStage> {
  const ground = await prepareGround();
  ground.setClock(NOON);
  const stage = new ControllerStage(ground, await ground.device('ac'));
  stage.start();
  return stage;
}

/** A controller that speaks for access points, and a process that hears it. */
export class ControllerStage {
  readonly ground: Ground;
  manager: ReportingDevice;
  ingest: Ingest;
  folder: ClientFolder;
  /** Of the folder, since it started. */
  statements = 0;

  constructor(ground: Ground, manager: ReportingDevice) {
    this.ground = ground;
    this.manager = manager;
    this.ingest = new Ingest(ground.platform);
    this.folder = new ClientFolder(ground.platform);
  }

  async end(): Promise<void> {
    await this.ingest.stop();
    await this.ground.end();
  }

  /** A process that knows nothing but what is in the database. */
  start(): void {
    const folder = new ClientFolder(this.ground.platform);
    this.ingest = new Ingest(this.ground.platform);
    this.folder = folder;
    this.statements = 0;
    this.ingest.join((tx, items, members) => folder.take(this.#counting(tx), items, members));
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

  async thin(name: string, managedBy: string | null = this.manager.deviceId): Promise<Thin> {
    const device = await this.ground.device('ap');
    const [row] = await this.ground.rows(sql<{ serial: string }>`
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
    const { platform } = this.ground;
    if (moment > platform.now().getTime()) this.ground.setClock(moment);
    this.ingest.add(this.manager, reportOf({ at: moment, clients, members }), platform.now().getTime());
    await this.ingest.flush();
  }

  async tell(moment: number, happening: Happening): Promise<void> {
    const event: DeviceEvent = { serial: 'a00000000001', at: moment, happening };
    this.ingest.events(this.manager, [event], Math.max(moment, this.ground.platform.now().getTime()));
    await this.ingest.flush();
  }

  rows(): Promise<Row[]> {
    return this.ground.rows(sql<Row>`
      select case when device.kind = 'ac' then 'manager' else device.name end as place,
             (extract(epoch from started_at) - ${NOON / 1000}::int)::float8 as from,
             (extract(epoch from ended_at) - ${NOON / 1000}::int)::float8 as to, end_reason as why,
             rx_bytes::float8 as rx, visit_id as visit
      from terminal_session session
      join device on device.tenant_id = session.tenant_id and device.id = session.device_id
      order by started_at, place, ended_at`);
  }

  /** Where each was, from when to when, and what it sent. */
  async sessions(): Promise<(string | number | null)[][]> {
    return (await this.rows()).map(({ place, from, to, rx }) => [place, from, to, rx]);
  }

  /** What all of them sent, by the hours that were counted. */
  async counted(): Promise<number | undefined> {
    const [row] = await this.ground.rows(sql<{ rx: number }>`
      select coalesce(sum(rx_bytes), 0)::float8 as rx from terminal_1h`);
    return row?.rx;
  }
}
