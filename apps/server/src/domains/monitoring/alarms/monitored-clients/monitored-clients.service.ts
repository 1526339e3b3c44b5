import { displayMac } from '@airloom/contract/formats/network/mac';
import { audit, type ChangedObject, recordOperation } from '../../../../platform/audit.ts';
import type { PageRequest } from '../../../../platform/database/paging.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { requireWholeAccount } from '../../../people/organizations/index.ts';
import { publishAlarmsChanged } from '../alarm-actions.repository.ts';
import { clearUnmonitored } from '../history/obsolete-alarms.repository.ts';
import { storedMac } from './mac-notation.ts';
import * as repository from './monitored-clients.repository.ts';

export function listTerminals({ database }: Platform, scope: Scope, request: PageRequest) {
  return database.withTenant(scope, (tx) => repository.listTerminals(tx, scope, request));
}

/**
 * Returns how many were added. The list belongs to the whole account; people with a smaller reach use rules of their
 * sites that name clients.
 */
export async function monitorClients(
  platform: Platform,
  scope: Scope,
  given: readonly { readonly mac: string; readonly name: string }[],
): Promise<number> {
  requireWholeAccount(scope);
  return platform.database.withTenant(scope, async (tx) => {
    await platform.quotas.require(tx, scope, 'monitoredClients', { adding: 0 });
    const watched = new Map((await repository.allMonitored(tx, scope)).map(({ mac, name }) => [mac, name]));
    const terminals = given.map(({ mac, name }) => ({ id: newId(), mac: storedMac(mac), name }));
    const fresh = terminals.filter(({ mac }) => !watched.has(mac));
    await platform.quotas.require(tx, scope, 'monitoredClients', { adding: fresh.length });
    if (terminals.every(({ mac, name }) => watched.get(mac) === name)) return 0;
    await repository.putTerminals(tx, scope, terminals, platform.now());
    const changed = terminals.filter(({ mac, name }) => watched.get(mac) !== name);
    await recordOperation(
      tx,
      scope,
      changed.map((client) => loggedClient(client, { name: watched.get(client.mac) }, { name: client.name })),
    );
    return fresh.length;
  });
}

/** Returns how many were removed. */
export async function removeClients(
  platform: Platform,
  scope: Scope,
  ids: readonly string[],
): Promise<number> {
  requireWholeAccount(scope);
  const deleted = await platform.database.withTenant(scope, async (tx) => {
    const removed = await repository.deleteTerminals(tx, scope, ids);
    if (removed.length === 0) return 0;
    const macs = removed.map(({ mac }) => mac);
    await publishAlarmsChanged(tx, scope, await clearUnmonitored(tx, scope, macs, platform.now()));
    await recordOperation(
      tx,
      scope,
      removed.map((client) => loggedClient(client, { name: client.name }, null)),
    );
    return removed.length;
  });
  if (deleted > 0) platform.wakeOutbox();
  return deleted;
}

function loggedClient(
  { mac, name }: { readonly mac: string; readonly name: string },
  before: { readonly name: string | undefined },
  after: { readonly name: string } | null,
): ChangedObject {
  const client = { id: mac, name: name || displayMac(mac) };
  return audit.object('monitoredClient', client, {}, audit.values(before, after));
}
