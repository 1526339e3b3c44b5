import { randomUUID } from 'node:crypto';
import type { CallName } from '@airloom/contract/all-calls';
import { DAY, HOUR, MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import pg from 'pg';
import { expect } from 'vitest';
import { buildAlarm } from '../alarm-builders.ts';
import { buildSite, type Person } from '../builders.ts';
import { buildDevice } from '../device-builders.ts';
import { buildNetworkOfAllKinds, type DeviceOfKind } from '../network-of-all-kinds.ts';
import { buildPersonWith, offeredPermissions } from '../role-builders.ts';
import { buildSiteOfWorld } from '../site-of-world.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { buildWorld, type World } from '../world.ts';
import { examples } from './examples.ts';
import { ownedTables } from './owned-tables.ts';
import type { Subject } from './read-calls.ts';
import { Rows } from './rows.ts';
import { idsIn, insertRow, namesIn, ownedColumns, rowsOfSites } from './site-rows.ts';
import { writeStay } from './stay-history.ts';
import { WITH_GATEWAY } from './with-gateway.ts';

/** A device that was moved from East to Harbour, and what it is called there. */
export const NAMED = 'once-at-east';
export const RENAMED = 'renamed-at-harbour';
/** A client that was at the device only while that stood at Harbour. */
const MONITORED = '06:00:00:00:00:dd';
/** A client that was at a device only while that stood at East. */
const LEFT_WITH_DEVICE = '06:00:00:00:00:cc';
const REPORT_MS = 5 * MINUTE;
/** Writes of the owner at Harbour, for the operation log. */
const LOGGED_AT_HARBOUR = [
  'createReport',
  'createGroup',
  'updateGroup',
  'updateDevice',
  'updateSite',
  'createAlarmRule',
  'planMaintenance',
  'createClaimCode',
  'applyChange',
  'addToDraft',
] as const satisfies CallName[];

/** What nobody who sees only site East may be answered with. */
export interface Hidden {
  readonly ids: readonly string[];
  readonly texts: readonly string[];
}

export interface ReachStage {
  readonly server: TestServer;
  readonly rows: Rows;
  /** The account as its site Harbour has it. */
  readonly harbour: World;
  /** The same account as its site East has it. */
  readonly east: World;
  /** Holds every permission, at East alone. */
  readonly person: Person;
  /**
   * An access point that stood at Harbour until it was moved to East, and what was at both: a client, an order, a
   * campaign, a configuration change.
   */
  readonly moved: Subject & { readonly mac: string };
  /** Everything that happened at Harbour besides what a world has. */
  addHarbour(): Promise<readonly DeviceOfKind[]>;
  hidden(): Promise<Hidden>;
  /** All rows about Harbour, as text. */
  harbourRows(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

async function moveTo(server: TestServer, deviceId: string, siteId: string, at: Date): Promise<void> {
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      update device set site_id = ${siteId}, placed_at = ${at}, first_online_at = ${new Date(at.getTime() - DAY)}
      where id = ${deviceId}`),
  );
}

async function buildMoved(server: TestServer, harbour: World, east: World, movedAt: Date) {
  const { owner } = harbour;
  const mark = 'moved-here';
  const { id } = await buildDevice(server, owner, { siteId: harbour.siteUUID, name: mark, status: 'online' });
  await moveTo(server, id, east.siteUUID, movedAt);
  const about = { siteId: east.siteUUID, deviceId: id, deviceKind: 'ap' as const, deviceName: mark };
  return {
    deviceUUID: id,
    alarmUUID: await buildAlarm(server, owner, { ...about, raisedAt: movedAt }),
    alarmHistoryUUID: await buildAlarm(server, owner, { ...about, raisedAt: movedAt, clearedAt: movedAt }),
    mac: '06:00:00:00:00:ee',
    cfgUUID: randomUUID(),
    campaignUUID: randomUUID(),
    changeUUID: randomUUID(),
  };
}

export async function openReachStage(): Promise<ReachStage> {
  // By day: at night access points are asked to scan.
  const noon = Math.floor((Date.now() - DAY / 2) / DAY) * DAY + DAY / 2;
  const server = await startTestServer(WITH_GATEWAY, { clock: () => noon });
  const client = new pg.Client({
    connectionString: server.databaseUrl,
    options: '-c session_replication_role=replica',
  });
  await client.connect();
  const columns = await ownedColumns(client);
  const harbour = await buildWorld(server);
  const { owner, enterpriseUUID } = harbour;
  const marker = `e${randomUUID().slice(0, 8)}`;
  const site = await buildSiteOfWorld(server, owner, marker, { enterpriseUUID, name: 'East' });
  const east: World = { ...harbour, ...site, marker };
  const movedAt = new Date(noon - 90 * MINUTE);
  const moved = await buildMoved(server, harbour, east, movedAt);
  const permissions = await offeredPermissions(server, owner);
  const person = await buildPersonWith(server, owner, permissions, { siteUUIDs: [east.siteUUID] });
  await server.platform.database.asSystem(async (tx) => {
    for (const day of [noon, noon - DAY])
      await tx.run(sql`select app.ensure_report_day(${new Date(day)}::date)`);
  });
  const terminals = [MONITORED, LEFT_WITH_DEVICE].map((mac) => ({
    mac: mac.toUpperCase().replaceAll(':', '-'),
    name: 'monitored',
  }));
  expect((await server.call('createAlarmMacs', { terminals }, { as: owner.token })).code).toBe(0);
  const own = { tenant_id: owner.tenant, device_id: moved.deviceUUID, mac: moved.mac, mark: 'at-both' };
  await insertRow(client, columns, 'terminal', { ...own, at: movedAt, figure: 0 });
  await insertRow(client, columns, 'command_batch', {
    ...own,
    id: moved.cfgUUID,
    command: 'locate',
    at: movedAt,
    figure: 0,
  });
  await insertRow(client, columns, 'upgrade_campaign', {
    ...own,
    id: moved.campaignUUID,
    state: 'finished',
    at: movedAt,
    figure: 0,
  });
  await insertRow(client, columns, 'configuration_change', {
    ...own,
    id: moved.changeUUID,
    state: 'done',
    site_ids: [harbour.siteUUID, east.siteUUID],
    ended_at: movedAt,
    at: movedAt,
    figure: 0,
  });
  // Both before and after: what passed since the last report before the move is counted where the next one is made.
  const last = new Date(movedAt.getTime() - REPORT_MS);
  await insertRow(client, columns, 'device_report', { ...own, at: last, ts: last, figure: 33 });
  const stay = {
    tenant: owner.tenant,
    border: movedAt,
    deviceId: moved.deviceUUID,
    mac: moved.mac,
    batchId: moved.cfgUUID,
    campaignId: moved.campaignUUID,
    changeId: moved.changeUUID,
  };
  await writeStay(client, columns, {
    ...stay,
    siteId: east.siteUUID,
    from: movedAt,
    to: new Date(noon),
    mark: 'stood-at-east',
    figure: 33,
  });
  const left = await buildDevice(server, owner, { siteId: east.siteUUID, name: NAMED });
  await writeStay(client, columns, {
    ...stay,
    deviceId: left.id,
    siteId: east.siteUUID,
    mac: LEFT_WITH_DEVICE,
    // Before the other was moved, so that both sites have a row of every hour.
    from: new Date(movedAt.getTime() - DAY),
    to: last,
    mark: NAMED,
    figure: 33,
  });
  await insertRow(client, columns, 'alarm_consequence', {
    ...own,
    alarm_id: moved.alarmUUID,
    device_id: left.id,
    at: last,
    figure: 0,
  });
  await moveTo(server, left.id, harbour.siteUUID, movedAt);
  const hidden = async (): Promise<Hidden> => {
    const seen = [east.siteUUID];
    const { rows } = await client.query<{ id: string }>('select id from site where tenant_id = $1', [
      owner.tenant,
    ]);
    const others = rows.map(({ id }) => id).filter((id) => !seen.includes(id));
    const here = await rowsOfSites(client, columns, owner.tenant, seen);
    const there = await rowsOfSites(client, columns, owner.tenant, others);
    const { rows: rulesForAll } = await client.query<{ id: string }>(
      `select id from alarm_rule where tenant_id = $1 and not exists (
         select from alarm_rule_site where tenant_id = $1 and rule_id = alarm_rule.id)`,
      [owner.tenant],
    );
    // What belongs to the account as a whole is known everywhere.
    const known = new Set([
      ...idsIn(rulesForAll),
      ...idsIn(here),
      ...namesIn(here),
      ...idsIn([{ account: { ...owner, enterpriseUUID } }]),
    ]);
    // An organization without the site, and a device in no site.
    const { emptyEnterpriseUUID, unclaimedUUID } = harbour;
    const ids = [...idsIn(there), emptyEnterpriseUUID, unclaimedUUID].filter((id) => !known.has(id));
    return { ids, texts: [...ids, ...[...namesIn(there)].filter((name) => !known.has(name))] };
  };
  return {
    server,
    rows: new Rows(client, await ownedTables(client), () => server.platform.now()),
    harbour,
    east,
    person,
    moved,
    hidden,
    harbourRows: async () => {
      const found = await rowsOfSites(client, columns, owner.tenant, [harbour.siteUUID]);
      return found.map((row) => JSON.stringify(row)).toSorted();
    },
    addHarbour: async () => {
      const network = await buildNetworkOfAllKinds(server, owner, harbour.siteUUID);
      await writeStay(client, columns, {
        ...stay,
        siteId: harbour.siteUUID,
        from: new Date(movedAt.getTime() - DAY),
        to: last,
        mark: 'stood-at-harbour',
        figure: 77,
      });
      await buildSite(server, owner, enterpriseUUID, 'hidden-site');
      await buildDevice(server, owner, {
        siteId: harbour.siteUUID,
        name: 'same-model-as-east',
        model: `${marker} model`,
      });
      await insertRow(client, columns, 'terminal_session', {
        ...own,
        mac: MONITORED,
        mark: 'stood-at-harbour',
        site_id: harbour.siteUUID,
        at: new Date(movedAt.getTime() - HOUR),
        ended_at: last,
        figure: 77,
      });
      await client.query('update device set name = $1 where id = $2', [RENAMED, left.id]);
      // The whole hour in which it was moved.
      await insertRow(client, columns, 'device_1h', {
        ...own,
        at: movedAt,
        hour: new Date(movedAt.getTime() - (movedAt.getTime() % HOUR)),
        figure: 55,
      });
      // It has not listened since.
      await insertRow(client, columns, 'device_scan', {
        ...own,
        at: new Date(movedAt.getTime() - HOUR),
        entries: JSON.stringify([
          { bssid: '06:00:00:00:00:bb', ssid: 'stood-at-harbour', channel: 36, signal: -60 },
        ]),
        figure: 77,
      });
      // From now on they concern both sites.
      const shared = { tenant_id: owner.tenant, site_id: harbour.siteUUID, at: movedAt, figure: 0, mark: '' };
      await insertRow(client, columns, 'alarm_rule_site', { ...shared, rule_id: east.alarmRuleUUID });
      await insertRow(client, columns, 'maintenance_site', {
        ...shared,
        maintenance_id: east.maintenanceUUID,
      });
      await insertRow(client, columns, 'notice_setting_site', {
        ...shared,
        setting_id: east.noticeSettingUUID,
      });
      for (const name of LOGGED_AT_HARBOUR) {
        const answer = await server.send(name, await examples[name](harbour), { as: owner.token });
        expect([name, answer.code]).toEqual([name, 0]);
      }
      return network;
    },
    stop: async () => {
      await client.end();
      await server.stop();
    },
  };
}
