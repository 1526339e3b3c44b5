import { byIndex } from '../../../../platform/database/by-index.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import {
  knownOfTerminals,
  readTerminals,
  TERMINAL_TYPES,
} from '../monitored-clients/monitored.repository.ts';
import { comingsAndGoings } from '../monitored-clients/monitored.ts';
import { FAILURE_TYPES, readDevices } from '../outages/device-state.repository.ts';
import { failuresOf } from '../outages/failures.ts';
import { outagesOf } from '../outages/outages.ts';
import { OUTAGE_TYPES, readSites } from '../outages/site-state.repository.ts';
import {
  clearRemoved,
  endedOfDevices,
  followDevices,
  holdFreeSites,
  holdSites,
  openAlarms,
  rulesOfTypes,
  sitesOf,
  writeChanges,
} from './reconcile.repository.ts';

const SITES_AT_ONCE = 50;
const DEVICES_AT_ONCE = 1_000;
/** Under these names one process at a time makes alarms agree, beside those of sites. */
const FAILURES = 'failures';
const TERMINALS = 'terminals';

export type ReconcilePlatform = Pick<Platform, 'database' | 'now' | 'wakeOutbox'>;

/** Whether to wait for another process that is at the same: who was told of something must see it judged. */
type Patience = 'wait' | 'skip';

/** The alarms of these devices' sites become what they must be for what is away there now. */
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
  patience: Patience,
): Promise<void> {
  for (const some of inParts(siteIds, SITES_AT_ONCE)) {
    await inTransaction(platform, tenant, async (tx) => {
      const held = await hold(tx, tenant, some, patience);
      if (held.length === 0) return [];
      const now = platform.now();
      const removed = await clearRemoved(tx, tenant, held, now);
      const moved = await followDevices(tx, tenant, held);
      const rules = await rulesOfTypes(tx, tenant, OUTAGE_TYPES);
      const sites = await readSites(tx, tenant, held, rules, now);
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

/** The alarms of these devices become what they must be for what failed or runs out. */
export async function reconcileFailures(
  platform: ReconcilePlatform,
  tenant: string,
  deviceIds: readonly string[],
  patience: Patience,
): Promise<void> {
  for (const some of inParts(deviceIds, DEVICES_AT_ONCE)) {
    await inTransaction(platform, tenant, async (tx) => {
      if ((await hold(tx, tenant, [FAILURES], patience)).length === 0) return [];
      const now = platform.now();
      const rules = await rulesOfTypes(tx, tenant, FAILURE_TYPES);
      const open = await openAlarms(tx, tenant, FAILURE_TYPES, { deviceIds: some });
      if (rules.length + open.length === 0) return [];
      const devices = await readDevices(tx, tenant, some, now);
      const standing = new Set(devices.map(({ id }) => id));
      const ended = await endedOfDevices(
        tx,
        tenant,
        rules.map(({ id }) => id),
        some,
      );
      const changes = failuresOf(
        devices,
        rules,
        // Those of devices that are gone end with their sites' being looked at.
        open.filter(({ key }) => standing.has(key)),
        ended,
        now.getTime(),
        newId,
      );
      return writeChanges(tx, tenant, changes, now);
    });
  }
}

/** The alarms of monitored clients become what they must be for who is there now. */
export async function reconcileTerminals(platform: ReconcilePlatform, tenant: string): Promise<void> {
  await inTransaction(platform, tenant, async (tx) => {
    if ((await hold(tx, tenant, [TERMINALS], 'skip')).length === 0) return [];
    const now = platform.now();
    const rules = await rulesOfTypes(tx, tenant, TERMINAL_TYPES);
    const open = await openAlarms(tx, tenant, TERMINAL_TYPES, 'all');
    if (rules.length + open.length === 0) return [];
    const macs = [...new Set(rules.flatMap((rule) => [...rule.macs]))];
    const terminals = await readTerminals(tx, tenant, macs, now);
    const known = await knownOfTerminals(
      tx,
      tenant,
      rules.map(({ id }) => id),
      terminals.map(({ mac }) => mac),
    );
    return writeChanges(
      tx,
      tenant,
      comingsAndGoings(terminals, rules, open, known, now.getTime(), newId),
      now,
    );
  });
}

async function hold(
  tx: Transaction,
  tenant: string,
  names: readonly string[],
  patience: Patience,
): Promise<readonly string[]> {
  if (patience === 'skip') return holdFreeSites(tx, tenant, names);
  await holdSites(tx, tenant, names);
  return names;
}

/** Whatever alarms `work` changed is told with its commit. */
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
