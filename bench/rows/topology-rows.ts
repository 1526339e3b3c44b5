import { randomUUID } from 'node:crypto';
import type { ClientSample, LinkSample, PortSample } from '@airloom/device-protocol/model';
import {
  portOf,
  radioOf,
  reportOf,
} from '../../apps/server/src/domains/monitoring/telemetry/testing/reports.ts';
import type { BenchDatabase } from '../support/database.ts';

const PORTS = 52;
const CLIENTS = 20;

interface Planned {
  readonly id: string;
  readonly serial: string;
  readonly kind: 'gateway' | 'switch' | 'ap';
  readonly name: string;
  /** Its parent, and the port of the parent. */
  readonly upper: { readonly at: number; readonly port: number } | null;
}

/** A gateway, large switches, and an access point at nearly every port. */
function plan(devices: number): Planned[] {
  const switches = Math.max(1, Math.ceil((devices - 1) / PORTS));
  return Array.from({ length: devices }, (_, at) => {
    const serial = `02${(at + 1).toString(16).padStart(10, '0')}`;
    const known = { id: randomUUID(), serial };
    if (at === 0) return { ...known, kind: 'gateway', name: 'Gateway', upper: null };
    if (at <= switches) return { ...known, kind: 'switch', name: `Switch ${at}`, upper: { at: 0, port: at } };
    const turn = at - switches - 1;
    const upper = { at: (turn % switches) + 1, port: Math.floor(turn / switches) + 2 };
    return { ...known, kind: 'ap', name: `Access point ${at} floor ${turn % 7}`, upper };
  });
}

/** Inserts devices that report each other as neighbours, with reports of realistic size. */
export async function fillWithNeighbours(
  { owner }: BenchDatabase,
  tenant: string,
  devices: number,
): Promise<void> {
  const planned = plan(devices);
  const lowers = Map.groupBy(planned, ({ upper }) => upper?.at ?? -1);
  const rows = planned.map((device, at) => ({
    ...device,
    report: JSON.stringify(reportOfDevice(device, planned, lowers.get(at) ?? [])),
  }));
  await owner.query(
    `with given as (select * from json_to_recordset($2::json) as given (id uuid, serial text, kind text, name text, report text)),
          place as (select id from site where tenant_id = $1 limit 1),
          made as (insert into device (tenant_id, id, site_id, kind, serial, sn, name, model, status, first_online_at, online_at)
                   select $1, given.id, place.id, kind, serial, '', name, 'Model', 'online', now(), now()
                   from given, place returning tenant_id, id)
     select count(*) from made`,
    [tenant, JSON.stringify(rows)],
  );
  await owner.query(
    `insert into device_last (tenant_id, device_id, ts, uptime, cpu, memory, temperature, clients, config_version)
     select tenant_id, id, now(), 86400, 10, 40, 50, case when kind = 'ap' then $2::int else 0 end, 1
     from device where tenant_id = $1`,
    [tenant, CLIENTS],
  );
  await owner.query(
    `insert into device_last_report (tenant_id, device_id, ts, report)
     select $1, id, now(), report from json_to_recordset($2::json) as given (id uuid, report text)`,
    [tenant, JSON.stringify(rows)],
  );
}

function reportOfDevice(device: Planned, all: readonly Planned[], lowers: readonly Planned[]) {
  const above = device.upper === null ? undefined : all[device.upper.at];
  const up: LinkSample[] =
    above === undefined || device.upper === null ? [] : [seen('port1', above, `port${device.upper.port}`)];
  const down = lowers.map((lower) => seen(`port${lower.upper?.port ?? 0}`, lower, 'port1'));
  const ports = device.kind === 'ap' ? 2 : PORTS + 2;
  return reportOf({
    ports: Array.from(
      { length: ports },
      (_, at): PortSample =>
        portOf(`port${at + 1}`, {
          uplink: at === 0 && device.kind !== 'gateway',
          linked: true,
          speedMbps: device.kind === 'ap' ? 1000 : 10_000,
          rxErrors: at % 5,
          txErrors: 0,
        }),
    ),
    links: [...up, ...down],
    radios: device.kind === 'ap' ? [radioOf(0), radioOf(1)] : [],
    clients: device.kind === 'ap' ? Array.from({ length: CLIENTS }, (_, at) => client(at)) : [],
  });
}

function seen(port: string, peer: Planned, peerPort: string): LinkSample {
  return { port, peerMac: peer.serial, peerName: peer.name, peerPort, peerDescription: 'Model 1.2.3' };
}

function client(at: number): ClientSample {
  return {
    mac: `06:00:00:00:00:${at.toString(16).padStart(2, '0')}`,
    ip: `10.0.0.${at}`,
    hostname: `laptop-${at}`,
    wireless: {
      ssid: 'Guests',
      bssid: '02:00:00:00:00:01',
      band: '5G',
      channel: 36,
      signal: -60,
      rxRateKbps: 433_000,
      txRateKbps: 433_000,
      txPackets: 1000,
      txRetries: 10,
      txFailed: 0,
    },
    port: null,
    connectedSeconds: 3600,
    traffic: { rxBytes: 1_000_000, txBytes: 10_000_000 },
  };
}
