import { displayMac } from '@airloom/contract/formats/network/mac';
import { audit, type ChangedObject } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Scope } from '../../../../platform/scope.ts';
import {
  findTerminals,
  placesOfClients,
  type TerminalRow,
  wereOutOfReach,
} from '../online/client.repository.ts';

export async function requireTerminal(tx: Transaction, scope: Scope, mac: string): Promise<TerminalRow> {
  const [row] = await findTerminals(tx, scope, [mac]);
  if (row === undefined) throw new Failure('notFound');
  return row;
}

/**
 * Decisions about a client apply to the whole account, so a person with limited reach decides only about clients that
 * were never outside of it.
 * @throws {Failure} notFound, permissionDenied
 */
export async function requireOwn(
  tx: Transaction,
  scope: Scope,
  macs: readonly string[],
): Promise<TerminalRow[]> {
  const rows = await findTerminals(tx, scope, macs);
  if (rows.length !== macs.length) throw new Failure('notFound');
  if (await wereOutOfReach(tx, scope, macs)) throw new Failure('permissionDenied');
  return rows;
}

/** Clients in the operation log of the visible sites where they were. */
export async function loggedClients(
  tx: Transaction,
  scope: Scope,
  macs: readonly string[],
  changesOf: (mac: string) => ChangedObject['changes'] = () => [],
): Promise<ChangedObject[]> {
  const places = await placesOfClients(tx, scope, macs);
  const names = new Map((await findTerminals(tx, scope, macs)).map(({ mac, name }) => [mac, name]));
  return macs.map((mac) => {
    const client = { id: mac, name: names.get(mac) || displayMac(mac) };
    const own = places.get(mac) ?? [];
    const place = {
      sites: own.map(({ site_id }) => site_id),
      deviceKinds: [...new Set(own.flatMap(({ kind }) => kind ?? []))],
    };
    return audit.object('client', client, place, changesOf(mac));
  });
}
