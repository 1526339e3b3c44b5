import { runOutsideCall } from '../../../platform/current-call.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadScopes } from '../../people/access/index.ts';
import { findRemoteDevice, stillOperable } from '../devices/index.ts';
import * as repository from './remote-proxy.repository.ts';
import type { ProxyRow } from './running-proxy.ts';

/** Who may use a proxy: a role assignment of its account. */
export interface ProxyUser {
  readonly tenant: string;
  readonly deviceId: string;
  readonly membershipId: string;
}

const GRANT = 'remote_proxy:operate';
/** How long an answer is used again. */
const KNOWN_MS = 2_000;

function keyOf({ deviceId, membershipId }: ProxyUser): string {
  return `${deviceId} ${membershipId}`;
}

/** Those who may still use remote proxies and operate the device. */
export async function stillAllowed<U extends ProxyUser>(
  tx: Transaction,
  users: readonly U[],
): Promise<ReadonlySet<U>> {
  const scopes = await loadScopes(tx, users);
  const uses = users.flatMap((user) => {
    const loaded = scopes.get(user.membershipId);
    const isPresent = loaded !== undefined && !loaded.disabled && !loaded.closed;
    return isPresent ? [{ id: keyOf(user), deviceId: user.deviceId, scope: loaded.scope }] : [];
  });
  const unique = [...new Map(uses.map((use) => [use.id, use])).values()];
  const operable = await stillOperable(tx, unique, GRANT);
  return new Set(users.filter((user) => operable.has(keyOf(user))));
}

export type ProxyWay =
  | { readonly gatewayId: string }
  | { readonly refused: 'accessLost' | 'ended' | 'deviceOffline' };

/** Where a connection of a person goes, or why it is refused. */
export class ProxyWays {
  readonly #platform: Pick<Platform, 'database' | 'monotonic'>;
  readonly #known = new Map<string, { readonly way: Promise<ProxyWay>; readonly until: number }>();

  constructor(platform: Pick<Platform, 'database' | 'monotonic'>) {
    this.#platform = platform;
  }

  find(row: ProxyRow, membershipId: string): Promise<ProxyWay> {
    const now = this.#platform.monotonic();
    for (const [key, { until }] of this.#known) if (until < now) this.#known.delete(key);
    const key = `${row.id} ${membershipId}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known.way;
    const way = runOutsideCall(() => this.#read(row, membershipId));
    this.#known.set(key, { way, until: now + KNOWN_MS });
    way.catch(() => this.#known.delete(key));
    return way;
  }

  /** Access may have changed. */
  forget(): void {
    this.#known.clear();
  }

  #read({ id, tenant, deviceId }: ProxyRow, membershipId: string): Promise<ProxyWay> {
    return this.#platform.database.asSystem(async (tx): Promise<ProxyWay> => {
      if (!(await repository.isUsable(tx, tenant, id))) return { refused: 'ended' };
      const user = { tenant, deviceId, membershipId };
      if (!(await stillAllowed(tx, [user])).has(user)) return { refused: 'accessLost' };
      const scope = (await loadScopes(tx, [user])).get(membershipId)?.scope;
      const device = scope && (await findRemoteDevice(tx, scope, deviceId));
      const isOnline = device?.status === 'online' && device.gateway_id !== null;
      return isOnline ? { gatewayId: device.gateway_id } : { refused: 'deviceOffline' };
    });
  }
}
