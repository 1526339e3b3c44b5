import type { AlarmType } from '@airloom/contract/alarms/alarms.types';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { HOUR } from '@airloom/contract/time';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { isConnectedIn } from '../../../../platform/database/device-status.ts';
import {
  type ManualLink,
  type ReportedLinks,
  readManualLinks,
  readReportedLinks,
} from '../../../network/topology/index.ts';
import { mildest, type NamedRule } from '../evaluation/alarm-changes.ts';
import { endedOfDevices, openAlarms } from '../evaluation/reconcile.repository.ts';
import { LOST_PORT } from './lost-port.ts';
import { UNSTABLE_DROPS } from './site-outages.ts';
import type { SiteDevice, SiteState, Span } from './site-state.ts';
import { AFTER_COMMAND_MS, DISRUPTIVE_COMMANDS, suppressedDevices } from './suppression.ts';

export const OUTAGE_TYPES: readonly AlarmType[] = [
  'siteOffline',
  'deviceOffline',
  'deviceFlapping',
  'portFlapping',
];

/** Types that need the drops of devices. */
const DROP_TYPES: readonly AlarmType[] = ['siteOffline', 'deviceFlapping', 'portFlapping'];

/** Number of past site alarms that are read. */
const SITE_OUTAGES_MAX = 20;

/** Reads the state of these sites, in few statements for any number of devices. */
export async function readSites(
  tx: Transaction,
  tenant: string,
  siteIds: readonly string[],
  rules: readonly NamedRule[],
  now: Date,
): Promise<SiteState[]> {
  const sites = await tx.all(sql<{ id: string; name: string }>`
    select id, name from site where tenant_id = ${tenant} and id = any(${siteIds}::uuid[])`);
  const devices = await devicesOf(tx, tenant, siteIds);
  const open = Map.groupBy(await openAlarms(tx, tenant, OUTAGE_TYPES, { siteIds }), ({ siteId }) => siteId);
  const siteOutages = await siteOutagesOf(tx, tenant, siteIds);
  const isWatched = (type: AlarmType) => rules.some((rule) => rule.type === type);
  const areDropsWatched = DROP_TYPES.some(isWatched);
  const deviceDrops = areDropsWatched ? await readDrops(tx, tenant, siteIds, now) : [];
  const linkDrops = isWatched('portFlapping') ? await readLinkDrops(tx, tenant, siteIds, now) : [];
  const droppedAt = new Map(deviceDrops.map(({ deviceId, at }) => [deviceId, at]));
  const lostLinks = new Map(
    [...Map.groupBy(linkDrops, ({ deviceId }) => deviceId)].map(([deviceId, ports]) => [
      deviceId,
      new Map(ports.map(({ port, at }) => [port, at])),
    ]),
  );
  const away = [...devices.values()].flat().filter((device) => device.away && device.offlineAt !== null);
  const repeated = isWatched('siteOffline')
    ? deviceDrops.filter(({ at }) => at.length >= UNSTABLE_DROPS)
    : [];
  const often = [
    ...repeated,
    ...deviceDrops.filter(({ at }) => isOften(rules, 'deviceFlapping', at)),
    ...linkDrops.filter(({ at }) => isOften(rules, 'portFlapping', at)),
  ].map(({ deviceId }) => deviceId);
  const evaluated = [...new Set([...away.map(({ id }) => id), ...often])];
  const suppressed = await suppressedDevices(
    tx,
    evaluated.map((deviceId) => ({ tenant, deviceId })),
    now,
  );
  const ended = await endedOfDevices(
    tx,
    tenant,
    rules.map(({ id }) => id),
    evaluated,
  );
  // Devices behind one that was restarted on command deviceDrops offline with it.
  const disrupted =
    repeated.length === 0 ? often : [...often, ...deviceDrops.map(({ deviceId }) => deviceId)];
  const planned =
    disrupted.length === 0 ? new Map<string, Span[]>() : await plannedOf(tx, tenant, disrupted, now);
  const ties =
    evaluated.length === 0
      ? new Map<string, ReportedLinks[]>()
      : await tiesOf(tx, tenant, siteIds, evaluated);
  const drawn =
    evaluated.length === 0 ? new Map<string, ManualLink[]>() : await readManualLinks(tx, tenant, siteIds);
  const alarmIds = [...open.values()].flat().map(({ id }) => id);
  const links = await linksOf(tx, tenant, alarmIds);
  return sites.map(({ id, name }) => {
    const own = open.get(id) ?? [];
    const ofSite = siteOutages.get(id) ?? [];
    return {
      id,
      name,
      devices: devices.get(id) ?? [],
      ties: ties.get(id) ?? [],
      drawn: drawn.get(id) ?? [],
      rules,
      open: own,
      ended: [
        ...ended,
        ...ofSite
          .filter(({ byPerson }) => byPerson)
          .map(({ ruleId, clearedAt }) => ({ ruleId, key: id, at: clearedAt ?? 0 })),
      ],
      links,
      siteOutages: ofSite,
      suppressed,
      droppedAt,
      lostLinks,
      planned,
    };
  });
}

function isOften(rules: readonly NamedRule[], type: AlarmType, at: readonly number[]): boolean {
  return rules.some((rule) => rule.type === type && at.length >= mildest(rule));
}

interface DeviceRow {
  readonly id: string;
  readonly kind: DeviceKind;
  readonly serial: string;
  readonly name: string;
  readonly siteId: string;
  readonly managedBy: string | null;
  readonly haPeer: string | null;
  readonly away: boolean;
  readonly onlineAt: Date | null;
  readonly offlineAt: Date | null;
  readonly isProven: boolean;
}

async function devicesOf(
  tx: Transaction,
  tenant: string,
  siteIds: readonly string[],
): Promise<Map<string, SiteDevice[]>> {
  const rows = await tx.all(sql<DeviceRow>`
    select id, kind, serial, name, site_id as "siteId", managed_by as "managedBy", ha_peer as "haPeer",
      not ${isConnectedIn('status')} as away, online_at as "onlineAt", offline_at as "offlineAt",
      (managed_by is null and registered_at is not null) or exists (
        select from device_certificate own where own.tenant_id = device.tenant_id and own.device_id = device.id)
        as "isProven"
    from device where tenant_id = ${tenant} and site_id = any(${siteIds}::uuid[])
    order by id`);
  const devices = rows.map((row) => ({
    ...row,
    onlineAt: row.onlineAt?.getTime() ?? null,
    offlineAt: row.offlineAt?.getTime() ?? null,
  }));
  return Map.groupBy(devices, ({ siteId }) => siteId);
}

interface SiteOutageRow {
  readonly siteId: string;
  readonly ruleId: string;
  readonly raisedAt: Date;
  readonly clearedAt: Date | null;
  readonly byPerson: boolean;
}

/** Newest first. */
async function siteOutagesOf(tx: Transaction, tenant: string, siteIds: readonly string[]) {
  const rows = await tx.all(sql<SiteOutageRow>`
    select past.* from unnest(${siteIds}::uuid[]) as given (id) cross join lateral (
      select site_id as "siteId", rule_id as "ruleId", raised_at as "raisedAt", cleared_at as "clearedAt",
        coalesce(clear_reason = 'person', false) as "byPerson"
      from alarm where tenant_id = ${tenant} and site_id = given.id and type = 'siteOffline'
      order by raised_at desc limit ${SITE_OUTAGES_MAX}
    ) past`);
  const siteOutages = rows.map((row) => ({
    ...row,
    raisedAt: row.raisedAt.getTime(),
    clearedAt: row.clearedAt?.getTime() ?? null,
  }));
  return Map.groupBy(siteOutages, ({ siteId }) => siteId);
}

async function linksOf(tx: Transaction, tenant: string, alarmIds: readonly string[]) {
  if (alarmIds.length === 0) return [];
  return tx.all(sql<{ alarmId: string; deviceId: string }>`
    select alarm_id as "alarmId", device_id as "deviceId" from alarm_consequence
    where tenant_id = ${tenant} and alarm_id = any(${alarmIds}::uuid[])`);
}

/** From the device log: when devices deviceDrops offline within the last hour. */
async function readDrops(tx: Transaction, tenant: string, siteIds: readonly string[], now: Date) {
  const rows = await tx.all(sql<{ deviceId: string; at: Date[] }>`
    select device_id as "deviceId", array_agg(distinct at) as at from device_log
    where tenant_id = ${tenant} and site_id = any(${siteIds}::uuid[]) and type = 'offline'
      and at > ${new Date(now.getTime() - HOUR)}
    group by device_id`);
  return rows.map(({ deviceId, at }) => ({ deviceId, at: at.map((one) => one.getTime()) }));
}

/** From the device log: when ports linkDrops their links within the last hour. */
async function readLinkDrops(tx: Transaction, tenant: string, siteIds: readonly string[], now: Date) {
  const rows = await tx.all(sql<{ deviceId: string; port: string; at: Date[] }>`
    select device_id as "deviceId", ${LOST_PORT} as port, array_agg(distinct at) as at from device_log
    where tenant_id = ${tenant} and site_id = any(${siteIds}::uuid[]) and type = 'portDown'
      and at > ${new Date(now.getTime() - HOUR)}
    group by 1, 2`);
  return rows.map(({ deviceId, port, at }) => ({ deviceId, port, at: at.map((one) => one.getTime()) }));
}

/** When these devices or their controllers had a disruptive command, or their sites were in maintenance. */
async function plannedOf(
  tx: Transaction,
  tenant: string,
  deviceIds: readonly string[],
  now: Date,
): Promise<Map<string, Span[]>> {
  const since = new Date(now.getTime() - HOUR - AFTER_COMMAND_MS);
  const rows = await tx.all(sql<{ deviceId: string; from: Date; to: Date }>`
    select own.id as "deviceId", command.sent_at as "from",
      coalesce(command.ended_at, ${now}) + make_interval(secs => ${AFTER_COMMAND_MS / 1000}) as "to"
    from device own
    join command on command.tenant_id = own.tenant_id and command.device_id in (own.id, own.managed_by)
    where own.tenant_id = ${tenant} and own.id = any(${deviceIds}::uuid[]) and command.sent_at is not null
      and command.command = any(${DISRUPTIVE_COMMANDS}::text[]) and coalesce(command.ended_at, ${now}) >= ${since}
    union all
    select own.id, maintenance.starts_at, maintenance.ends_at
    from device own
    join maintenance_site at_site on at_site.tenant_id = own.tenant_id and at_site.site_id = own.site_id
    join maintenance on maintenance.tenant_id = at_site.tenant_id and maintenance.id = at_site.maintenance_id
    where own.tenant_id = ${tenant} and own.id = any(${deviceIds}::uuid[])
      and maintenance.starts_at <= ${now} and maintenance.ends_at >= ${since}`);
  const spans = Map.groupBy(rows, ({ deviceId }) => deviceId);
  return new Map(
    [...spans].map(([id, own]) => [
      id,
      own.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() })),
    ]),
  );
}

/**
 * Links from the newest reports of these devices, and of switches and gateways. Controller members may have no links
 * and no ports.
 */
function tiesOf(
  tx: Transaction,
  tenant: string,
  siteIds: readonly string[],
  deviceIds: readonly string[],
): Promise<Map<string, ReportedLinks[]>> {
  const which = sql`device.id = any(${deviceIds}::uuid[]) or device.kind in ('switch', 'gateway')`;
  return readReportedLinks(tx, tenant, siteIds, which);
}
