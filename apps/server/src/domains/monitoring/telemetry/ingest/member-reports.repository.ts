import type { MemberSample, Report } from '@airloom/device-protocol/model';
import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral, joinTexts } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { clientsByMember } from './clients-by-member.ts';
import { networkClientsOf, type OnAirSets } from './on-air-sets.ts';
import { plainJson } from './plain-json.ts';
import type { ReceivedItem, ReportedMember, ReportedMembers, TimedReport } from './received-items.ts';
import { MEMBER_COLUMNS } from './report-columns.ts';
import { secondOf } from './report-time.ts';

interface KnownMember {
  readonly controller: string;
  readonly serial: string;
  readonly deviceId: string;
  readonly siteId: string | null;
}

/** Members in controller reports that are managed by that controller and have no own connection, by report. */
export async function readReportedMembers(
  tx: Transaction,
  reports: readonly TimedReport[],
): Promise<ReportedMembers> {
  const listed = reports.flatMap(({ device, report, ofMembers }) =>
    report.members
      .filter(({ online, bssids }) => online && (ofMembers || bssids.length > 0))
      .map(({ serial }) => ({ device, serial })),
  );
  if (listed.length === 0) return new Map();
  const rows = await tx.all(sql<KnownMember>`
    select distinct on (controller, serial)
      given.controller, given.serial, device.id as "deviceId", device.site_id as "siteId"
    from unnest(${arrayLiteral(listed.map(({ device }) => device.tenant))}::uuid[],
                ${arrayLiteral(listed.map(({ device }) => device.deviceId))}::uuid[],
                ${arrayLiteral(listed.map(({ serial }) => serial))}::text[]) as given (tenant_id, controller, serial)
    join device on device.tenant_id = given.tenant_id and device.serial = given.serial
    where device.managed_by = given.controller and device.connection_id is null`);
  const known = new Map(rows.map((row) => [`${row.controller} ${row.serial}`, row]));
  return new Map(
    reports.flatMap((item): [ReceivedItem, ReportedMember[]][] => {
      const found = membersOf(item, known);
      return found.length === 0 ? [] : [[item, found]];
    }),
  );
}

function membersOf(
  { device, report }: TimedReport,
  known: ReadonlyMap<string, KnownMember>,
): ReportedMember[] {
  const members = new Map<string, { readonly row: KnownMember; readonly member: MemberSample }>();
  for (const member of report.members) {
    const row = known.get(`${device.deviceId} ${member.serial}`);
    // Of a member reported twice the first entry counts.
    if (row !== undefined && member.online && !members.has(row.deviceId))
      members.set(row.deviceId, { row, member });
  }
  const found = [...members.values()];
  const served = clientsByMember(
    found.map(({ member }) => member),
    report.clients,
  );
  return found.map(({ row: { deviceId, siteId }, member }) => ({
    device: { tenant: device.tenant, deviceId, siteId },
    member,
    clients: served.get(member) ?? [],
  }));
}

type OwnReport = Pick<Report, 'at' | 'unit' | 'addresses' | 'radios' | 'clients'>;

/** The stored report of a member. */
function reportOf(
  { member: { ip, radios, uptimeSeconds }, clients }: ReportedMember,
  at: number | null,
): OwnReport {
  const unit = { uptimeSeconds, cpuPercent: null, memoryPercent: null, temperature: null };
  return { at, unit, addresses: ip === null ? [] : [ip], radios, clients };
}

const NAMES = sql.raw(MEMBER_COLUMNS.map(([name]) => name).join(', '));
const GIVEN = sql.raw(MEMBER_COLUMNS.map(([name]) => `given.${name}`).join(', '));

interface MemberBatch {
  readonly reports: readonly TimedReport[];
  readonly members: ReportedMembers;
  readonly openHour: number;
  /** A stored report after this time is from before the clock was set back: any report replaces it. */
  readonly latest: number;
  readonly onAir: OnAirSets;
}

/**
 * Stores the online members in controller reports as reports of their own, if they are managed by that controller and
 * have no own connection. Null when there are none.
 *
 * Hours from `openHour` on are not rolled up, so an existing mark need not be locked there.
 */
export function writeMemberReports({
  reports,
  members,
  openHour,
  latest,
  onAir,
}: MemberBatch): RawBuilder<unknown> | null {
  const rows = reports
    .filter(({ ofMembers }) => ofMembers)
    .flatMap((item) =>
      (members.get(item) ?? []).map((one) => ({
        device: item.device,
        at: secondOf(item.at),
        member: one.member,
        report: reportOf(one, item.report.at),
        set: onAir.keyOf(item.device.tenant, { networks: null, clients: one.clients }),
        networkClients: networkClientsOf(one.clients),
      })),
    );
  if (rows.length === 0) return null;
  const figures = MEMBER_COLUMNS.map(
    ([, type, value]) => sql`${arrayLiteral(rows.map(({ member }) => value(member)))}::${sql.raw(type)}[]`,
  );
  return sql`
    with given as (
      select tenant_id, controller, to_timestamp(ms / 1000.0) as ts, serial, report, on_air_set,
        nullif(network_clients, '')::jsonb as network_clients, ${NAMES}
      from unnest(${arrayLiteral(rows.map(({ device }) => device.tenant))}::uuid[],
                  ${arrayLiteral(rows.map(({ device }) => device.deviceId))}::uuid[],
                  ${arrayLiteral(rows.map(({ at }) => at))}::bigint[],
                  ${arrayLiteral(rows.map(({ member }) => member.serial))}::text[],
                  string_to_array(${joinTexts(rows.map(({ report }) => plainJson(report)))}, chr(30)),
                  ${arrayLiteral(rows.map(({ set }) => set))}::uuid[],
                  string_to_array(${joinTexts(rows.map(({ networkClients }) => networkClients))}, chr(30)),
                  ${sql.join(figures)})
        as given (tenant_id, controller, ms, serial, report, on_air_set, network_clients, ${NAMES})
    ),
    known as materialized (
      select distinct on (device.tenant_id, device.id, given.ts)
        device.tenant_id, device.id as device_id, given.ts, given.report, given.on_air_set, given.network_clients,
        ${GIVEN}
      from given join device on device.tenant_id = given.tenant_id and device.serial = given.serial
      where device.managed_by = given.controller and device.connection_id is null
      order by device.tenant_id, device.id, given.ts desc
    ),
    newest as materialized (
      select distinct on (tenant_id, device_id) * from known order by tenant_id, device_id, ts desc
    ),
    reported as (
      insert into device_report (tenant_id, device_id, ts, ${NAMES})
      select tenant_id, device_id, ts, ${NAMES} from known
      on conflict do nothing
    ),
    marked as (
      insert into rollup_due (tenant_id, device_id, hour)
      select tenant_id, device_id, hour
      from (select distinct tenant_id, device_id, date_trunc('hour', ts, 'UTC') as hour from known) hours
      where hour < to_timestamp(${openHour}::bigint / 1000.0) or not exists (
        select from rollup_due known where known.tenant_id = hours.tenant_id
          and known.device_id = hours.device_id and known.hour = hours.hour)
      order by tenant_id, device_id, hour
      on conflict (tenant_id, device_id, hour) do update set hour = excluded.hour where false
    ),
    figures as (
      insert into device_last (tenant_id, device_id, ts, clients, uptime, on_air_set, network_clients)
      select tenant_id, device_id, ts, clients, uptime, on_air_set, network_clients from newest
      on conflict (tenant_id, device_id) do update set ts = excluded.ts, clients = excluded.clients,
        uptime = excluded.uptime, cpu = null, memory = null, temperature = null, config_version = null,
        on_air_set = excluded.on_air_set, lists_networks = false, network_clients = excluded.network_clients
        where device_last.ts <= excluded.ts or device_last.ts > to_timestamp(${latest}::bigint / 1000.0)
    )
    insert into device_last_report (tenant_id, device_id, ts, report)
    select tenant_id, device_id, ts, report from newest
    on conflict (tenant_id, device_id) do update set ts = excluded.ts, report = excluded.report,
      port_bytes = null, earlier_port_bytes = null, earlier_ts = null
      where device_last_report.ts <= excluded.ts
        or device_last_report.ts > to_timestamp(${latest}::bigint / 1000.0)`;
}
