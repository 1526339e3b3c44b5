import { byIndex } from '../../../../platform/database/by-index.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import {
  acknowledgedUntil,
  CLIENT_TYPES,
  readMonitoredClients,
} from '../monitored-clients/client-presence.repository.ts';
import { clientPresenceChanges } from '../monitored-clients/client-presence.ts';
import { FAILURE_TYPES, readDevices } from '../outages/device-state.repository.ts';
import { failuresOf } from '../outages/failures.ts';
import { outagesOf } from '../outages/outages.ts';
import { OUTAGE_TYPES, readSites } from '../outages/site-state.repository.ts';
import {
  clearRemoved,
  endedOfDevices,
  followDevices,
  lockFreeSites,
  lockSites,
  openAlarms,
  rulesOfTypes,
  sitesOf,
  writeChanges,
} from './reconcile.repository.ts';

const SITES_AT_ONCE = 50;
const DEVICES_AT_ONCE = 1_000;
/** Lock names for reconciliation that is not per site. */
const FAILURES = 'failures';
const TERMINALS = 'terminals';

export type ReconcilePlatform = Pick<Platform, 'database' | 'now' | 'wakeOutbox'>;

/** Whether to wait for another process with the same lock: an event must be followed by an evaluation. */
export type OnConflict = 'wait' | 'skip';

/** Reconciles the alarms of these devices' sites with the devices that are offline there. */
export async function reconcileOutages(
  platform: ReconcilePlatform,
  tenant: string,
  deviceIds: readonly string[],
): Promise<void> {
  const siteIds = await platform.database.withTenant({ tenant }, (tx) => sitesOf(tx, tenant, deviceIds));
  await reconcileSites(platform, tenant, siteIds, 'wait');
}

/** The same for whole sites. */
export async function reconcileSites(
  platform: ReconcilePlatform,
  tenant: string,
  siteIds: readonly string[],
  onConflict: OnConflict,
): Promise<void> {
  for (const some of inParts(siteIds, SITES_AT_ONCE)) {
    await inTransaction(platform, tenant, async (tx) => {
      const locked = await lock(tx, tenant, some, onConflict);
      if (locked.length === 0) return [];
      const now = platform.now();
      const removed = await clearRemoved(tx, tenant, locked, now);
      const moved = await followDevices(tx, tenant, locked);
      const rules = await rulesOfTypes(tx, tenant, OUTAGE_TYPES);
      const sites = await readSites(tx, tenant, locked, rules, now);
      const outages = sites.map((site) => outagesOf(site, now.getTime(), newId));
      const changes = {
        raised: outages.flatMap(({ raised }) => raised),
        relevelled: outages.flatMap(({ relevelled }) => relevelled),
        worsened: outages.flatMap(({ worsened }) => worsened),
        cleared: outages.flatMap(({ cleared }) => cleared),
        links: outages.flatMap(({ links }) => links),
      };
      return [...removed, ...moved, ...(await writeChanges(tx, tenant, changes, now))];
    });
  }
}

/** Reconciles the alarms of these devices with failures and expiring certificates. */
export async function reconcileFailures(
  platform: ReconcilePlatform,
  tenant: string,
  deviceIds: readonly string[],
  onConflict: OnConflict,
): Promise<void> {
  for (const some of inParts(deviceIds, DEVICES_AT_ONCE)) {
    await inTransaction(platform, tenant, async (tx) => {
      if ((await lock(tx, tenant, [FAILURES], onConflict)).length === 0) return [];
      const now = platform.now();
      const rules = await rulesOfTypes(tx, tenant, FAILURE_TYPES);
      const open = await openAlarms(tx, tenant, FAILURE_TYPES, { deviceIds: some });
      if (rules.length + open.length === 0) return [];
      const devices = await readDevices(tx, tenant, some, now);
      const existing = new Set(devices.map(({ id }) => id));
      const ended = await endedOfDevices(
        tx,
        tenant,
        rules.map(({ id }) => id),
        some,
      );
      const changes = failuresOf(
        devices,
        rules,
        // Alarms of removed devices end when their sites are reconciled.
        open.filter(({ key }) => existing.has(key)),
        ended,
        now.getTime(),
        newId,
      );
      return writeChanges(tx, tenant, changes, now);
    });
  }
}

/** Reconciles the alarms of monitored clients with their presence. */
export async function reconcileClients(
  platform: ReconcilePlatform,
  tenant: string,
  onConflict: OnConflict,
): Promise<void> {
  await inTransaction(platform, tenant, async (tx) => {
    if ((await lock(tx, tenant, [TERMINALS], onConflict)).length === 0) return [];
    const now = platform.now();
    const rules = await rulesOfTypes(tx, tenant, CLIENT_TYPES);
    const open = await openAlarms(tx, tenant, CLIENT_TYPES, 'all');
    if (rules.length + open.length === 0) return [];
    const macs = [...new Set(rules.flatMap((rule) => [...rule.macs]))];
    const terminals = await readMonitoredClients(tx, tenant, macs, now);
    const known = await acknowledgedUntil(
      tx,
      tenant,
      rules.map(({ id }) => id),
      terminals.map(({ mac }) => mac),
    );
    return writeChanges(
      tx,
      tenant,
      clientPresenceChanges(terminals, rules, open, known, now.getTime(), newId),
      now,
    );
  });
}

async function lock(
  tx: Transaction,
  tenant: string,
  names: readonly string[],
  onConflict: OnConflict,
): Promise<readonly string[]> {
  if (onConflict === 'skip') return lockFreeSites(tx, tenant, names);
  await lockSites(tx, tenant, names);
  return names;
}

/** Publishes the alarms that `work` changed, in the same transaction. */
async function inTransaction(
  { database, wakeOutbox }: ReconcilePlatform,
  tenant: string,
  work: (tx: Transaction) => Promise<readonly string[]>,
): Promise<void> {
  const changed = await database.withTenant({ tenant }, async (tx) => {
    await byIndex(tx);
    const alarmIds = [...new Set(await work(tx))];
    if (alarmIds.length > 0) await publishEvent(tx, tenant, 'AlarmsChanged', { alarmIds });
    return alarmIds.length > 0;
  });
  if (changed) wakeOutbox();
}

function* inParts<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}
