import type { ClientSample, Report } from '@airloom/device-protocol/model';
import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral, joinTexts } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { logEntryOf, NOTICE_SEVERITY, TOO_MANY } from '../charts/device-log-entry.ts';
import { writeMemberReports } from './member-reports.repository.ts';
import { upsertOnAirSets } from './on-air-sets.repository.ts';
import { networkClientsOf, type OnAirSets } from './on-air-sets.ts';
import { plainJson } from './plain-json.ts';
import {
  ofKind,
  type ReceivedItem,
  type ReceivedScan,
  type ReportedMembers,
  type ReportingDevice,
  SERVING_KINDS,
  type TimedReport,
} from './received-items.ts';
import { LAST_COLUMNS, REPORT_COLUMNS } from './report-columns.ts';
import { secondOf } from './report-time.ts';

export interface DueHour {
  readonly device: ReportingDevice;
  readonly hour: number;
}

/** Data of one transaction. */
export interface Batch {
  readonly items: readonly ReceivedItem[];
  readonly reports: readonly TimedReport[];
  readonly members: ReportedMembers;
  readonly due: readonly DueHour[];
  /** Start of the current hour. */
  readonly openHour: number;
  /** A stored report after this time is from before the clock was set back: any report replaces it. */
  readonly latest: number;
  readonly onAir: OnAirSets;
}

/** Statements are sent in one pipeline. */
export async function writeBatch(tx: Transaction, batch: Batch): Promise<void> {
  const newest = newestOfEach(batch.reports, ({ at }) => at);
  const last = upsertLast(newest, batch);
  const ofMembers = writeMemberReports(batch);
  const statements = [
    upsertOnAirSets(batch.onAir.missing),
    insertReports(batch.reports),
    last,
    upsertLastReports(newest, batch.latest),
    markDue(batch.due),
    ofMembers,
    insertLog(batch.items),
    upsertScans(ofKind(batch.items, 'scan'), batch.latest),
  ];
  await Promise.all(statements.filter((statement) => statement !== null).map((one) => tx.run(one)));
}

function ids(devices: readonly Pick<ReportingDevice, 'tenant' | 'deviceId'>[]) {
  return {
    tenants: arrayLiteral(devices.map((device) => device.tenant)),
    devices: arrayLiteral(devices.map((device) => device.deviceId)),
  };
}

function times(moments: readonly number[]): string {
  return arrayLiteral(moments);
}

const REPORT_NAMES = sql.raw(REPORT_COLUMNS.map(([name]) => name).join(', '));
const REPORT_CHANGES = sql.raw(REPORT_COLUMNS.map(([name]) => `${name} = excluded.${name}`).join(', '));
const LAST_NAMES = sql.raw(LAST_COLUMNS.map(([name]) => name).join(', '));
const LAST_CHANGES = sql.raw(LAST_COLUMNS.map(([name]) => `${name} = excluded.${name}`).join(', '));

/** One column of all reports as an array. */
function columnsOf(reports: readonly TimedReport[], columns: typeof REPORT_COLUMNS): RawBuilder<unknown> {
  return sql.join(
    columns.map(
      ([, type, value]) =>
        sql`${arrayLiteral(reports.map(({ report }) => value(report)))}::${sql.raw(type)}[]`,
    ),
  );
}

function insertReports(reports: readonly TimedReport[]): RawBuilder<unknown> | null {
  if (reports.length === 0) return null;
  const { tenants, devices } = ids(reports.map(({ device }) => device));
  const at = times(reports.map((one) => secondOf(one.at)));
  return sql`
    insert into device_report (tenant_id, device_id, ts, ${REPORT_NAMES})
    select tenant_id, device_id, to_timestamp(ms / 1000.0), ${REPORT_NAMES}
    from unnest(${tenants}::uuid[], ${devices}::uuid[], ${at}::bigint[], ${columnsOf(reports, REPORT_COLUMNS)})
      as given (tenant_id, device_id, ms, ${REPORT_NAMES})
    on conflict (tenant_id, device_id, ts) do update set ${REPORT_CHANGES}`;
}

/** Ordered by device, so that concurrent transactions lock rows in the same order. */
function byDevice(one: { device: ReportingDevice }, other: { device: ReportingDevice }): number {
  const [a, b] = [one.device.deviceId, other.device.deviceId];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function newestOfEach<T extends { device: ReportingDevice }>(
  items: readonly T[],
  timeOf: (one: T) => number,
): T[] {
  const newest = new Map<string, T>();
  for (const one of items) {
    const known = newest.get(one.device.deviceId);
    if (known === undefined || timeOf(one) >= timeOf(known)) newest.set(one.device.deviceId, one);
  }
  return [...newest.values()].sort(byDevice);
}

/** Clients that the device serves itself: none of a gateway or switch, and none that its members serve. */
function ownClients(item: TimedReport, members: ReportedMembers): Iterable<ClientSample> {
  const { device, report } = item;
  if (!SERVING_KINDS.includes(device.kind)) return [];
  const served = (members.get(item) ?? []).flatMap(({ clients }) => clients);
  return served.length === 0 ? report.clients : new Set(report.clients).difference(new Set(served));
}

function upsertLast(
  reports: readonly TimedReport[],
  { onAir, members, latest }: Pick<Batch, 'onAir' | 'members' | 'latest'>,
): RawBuilder<unknown> | null {
  if (reports.length === 0) return null;
  const { tenants, devices } = ids(reports.map(({ device }) => device));
  const at = times(reports.map((one) => one.at));
  const sets = arrayLiteral(
    reports.map(({ device, report }) => (device.kind === 'ap' ? onAir.keyOf(device.tenant, report) : 'NULL')),
  );
  const lists = arrayLiteral(reports.map(({ report }) => (report.networks === null ? 'f' : 't')));
  const clients = joinTexts(reports.map((item) => networkClientsOf(ownClients(item, members))));
  return sql`
    insert into device_last (tenant_id, device_id, ts, on_air_set, lists_networks, network_clients, ${LAST_NAMES})
    select tenant_id, device_id, to_timestamp(ms / 1000.0), on_air_set, lists_networks,
      nullif(network_clients, '')::jsonb, ${LAST_NAMES}
    from unnest(${tenants}::uuid[], ${devices}::uuid[], ${at}::bigint[], ${sets}::uuid[], ${lists}::boolean[],
                string_to_array(${clients}, chr(30)), ${columnsOf(reports, LAST_COLUMNS)})
      as given (tenant_id, device_id, ms, on_air_set, lists_networks, network_clients, ${LAST_NAMES})
    on conflict (tenant_id, device_id) do update set ts = excluded.ts, on_air_set = excluded.on_air_set,
      lists_networks = excluded.lists_networks, network_clients = excluded.network_clients, ${LAST_CHANGES}
      where device_last.ts <= excluded.ts or device_last.ts > to_timestamp(${latest}::bigint / 1000.0)`;
}

/** Radios and BSSIDs of members are stored with the members, forwarding tables by `storeMacTables`. */
function keptOf({ macTable: _macTable, ...report }: Report): object {
  if (report.members.length === 0) return report;
  return {
    ...report,
    members: report.members.map(({ radios: _radios, bssids: _bssids, ...member }) => member),
  };
}

/** Bytes by port, to compute the traffic between two reports; empty without ports. */
function portBytesOf({ ports }: Report): string {
  if (ports.length === 0) return '';
  return plainJson(
    Object.fromEntries(ports.map(({ name, traffic: { rxBytes, txBytes } }) => [name, [rxBytes, txBytes]])),
  );
}

/** A repeated report keeps the one before it; after the clock was set back there is none. */
const EARLIER_PORT_BYTES = sql`
      earlier_ts = case when device_last_report.ts < excluded.ts then device_last_report.ts
        when device_last_report.ts = excluded.ts then device_last_report.earlier_ts end,
      earlier_port_bytes = case when device_last_report.ts < excluded.ts then device_last_report.port_bytes
        when device_last_report.ts = excluded.ts then device_last_report.earlier_port_bytes end`;

function upsertLastReports(reports: readonly TimedReport[], latest: number): RawBuilder<unknown> | null {
  if (reports.length === 0) return null;
  const { tenants, devices } = ids(reports.map(({ device }) => device));
  const at = times(reports.map((one) => one.at));
  const whole = joinTexts(reports.map(({ report }) => plainJson(keptOf(report))));
  const bytes = joinTexts(reports.map(({ report }) => portBytesOf(report)));
  return sql`
    insert into device_last_report (tenant_id, device_id, ts, report, port_bytes)
    select tenant_id, device_id, to_timestamp(ms / 1000.0), report, nullif(port_bytes, '')
    from unnest(${tenants}::uuid[], ${devices}::uuid[], ${at}::bigint[], string_to_array(${whole}, chr(30)),
                string_to_array(${bytes}, chr(30)))
      as given (tenant_id, device_id, ms, report, port_bytes)
    on conflict (tenant_id, device_id) do update set ts = excluded.ts, report = excluded.report,
      port_bytes = excluded.port_bytes, ${EARLIER_PORT_BYTES}
      where device_last_report.ts <= excluded.ts
        or device_last_report.ts > to_timestamp(${latest}::bigint / 1000.0)`;
}

/**
 * An existing mark is locked until the commit, so that a concurrent rollup of the hour waits and sees these reports, or
 * finds the mark again.
 */
function markDue(hours: readonly DueHour[]): RawBuilder<unknown> | null {
  if (hours.length === 0) return null;
  const sorted = hours.toSorted((one, other) => byDevice(one, other) || one.hour - other.hour);
  const { tenants, devices } = ids(sorted.map(({ device }) => device));
  return sql`
    insert into rollup_due (tenant_id, device_id, hour)
    select tenant_id, device_id, to_timestamp(ms / 1000.0)
    from unnest(${tenants}::uuid[], ${devices}::uuid[], ${times(sorted.map(({ hour }) => hour))}::bigint[])
      as given (tenant_id, device_id, ms)
    on conflict (tenant_id, device_id, hour) do update set hour = excluded.hour where false`;
}

interface LogRow {
  readonly id: string;
  readonly device: Pick<ReportingDevice, 'tenant' | 'deviceId' | 'siteId'>;
  readonly at: number;
  readonly type: string;
  readonly severity: number;
  readonly details: object;
}

function logRowOf(item: ReceivedItem): LogRow | null {
  if (item.what === 'notice') {
    const { type, ...details } = item.notice;
    const entry = item.logged === 'tooMany' ? TOO_MANY : { type, severity: NOTICE_SEVERITY, details };
    return { id: item.id, device: item.device, at: item.arrival, ...entry };
  }
  if (item.what !== 'event' || item.logged === 'no') return null;
  const entry = item.logged === 'tooMany' ? TOO_MANY : logEntryOf(item.event.happening);
  return entry && { id: item.id, device: item.device, at: item.at, ...entry };
}

function insertLog(items: readonly ReceivedItem[]): RawBuilder<unknown> | null {
  const rows = items.map(logRowOf).filter((row) => row !== null);
  return rows.length === 0 ? null : insertLogRows(rows);
}

export function insertLogRows(rows: readonly LogRow[]): RawBuilder<unknown> {
  const { tenants, devices } = ids(rows.map(({ device }) => device));
  return sql`
    insert into device_log (tenant_id, id, device_id, site_id, at, type, severity, details)
    select tenant_id, id, device_id, site_id, to_timestamp(ms / 1000.0), type, severity, details::jsonb
    from unnest(${tenants}::uuid[], ${arrayLiteral(rows.map(({ id }) => id))}::uuid[], ${devices}::uuid[],
                ${arrayLiteral(rows.map(({ device }) => device.siteId ?? 'NULL'))}::uuid[],
                ${times(rows.map(({ at }) => at))}::bigint[],
                ${arrayLiteral(rows.map(({ type }) => type))}::text[],
                ${arrayLiteral(rows.map(({ severity }) => severity))}::smallint[],
                string_to_array(${joinTexts(rows.map(({ details }) => plainJson(details)))}, chr(30)))
      as given (tenant_id, id, device_id, site_id, ms, type, severity, details)
    on conflict do nothing`;
}

function upsertScans(all: readonly ReceivedScan[], latest: number): RawBuilder<unknown> | null {
  if (all.length === 0) return null;
  const scans = newestOfEach(all, ({ arrival }) => arrival);
  const { tenants, devices } = ids(scans.map(({ device }) => device));
  return sql`
    insert into device_scan (tenant_id, device_id, at, entries)
    select tenant_id, device_id, to_timestamp(ms / 1000.0), entries
    from unnest(${tenants}::uuid[], ${devices}::uuid[], ${times(scans.map(({ arrival }) => arrival))}::bigint[],
                string_to_array(${joinTexts(scans.map(({ entries }) => plainJson(entries)))}, chr(30)))
      as given (tenant_id, device_id, ms, entries)
    on conflict (tenant_id, device_id) do update set at = excluded.at, entries = excluded.entries
      where device_scan.at <= excluded.at or device_scan.at > to_timestamp(${latest}::bigint / 1000.0)`;
}

/** Creates missing partitions of these days. */
export async function ensureDays(tx: Transaction, days: readonly string[]): Promise<void> {
  await tx.run(sql`select app.ensure_report_day(day) from unnest(${arrayLiteral(days)}::date[]) day`);
}
