import { join } from 'node:path';
import { SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from './builders.ts';
import { SimulatedFleet } from './simulated-fleet.ts';
import type { TestServer } from './test-server.ts';
import { WITHIN } from './within.ts';

/** Time factor per step while an outage is awaited. */
const STEP_MS = 2 * SECOND;

/** Less than half of the silence that the gateway tolerates. */
const REPORT_AFTER_MS = 240 * SECOND;

function reportedSince(since: Date): ReturnType<typeof sql> {
  return sql`exists (
    select from device_last_report last
    where last.tenant_id = device.tenant_id and last.device_id = device.id and last.ts >= ${since})`;
}

function become(sure: () => Promise<boolean>): Promise<unknown> {
  return vi.waitUntil(sure, WITHIN);
}

/** A site of the simulator's devices, each really connected, in an account with the shipped rules. */
export class SimulatedSite {
  readonly server: TestServer;
  readonly owner: Person;
  readonly fleet: SimulatedFleet;
  /** Of devices, members of controllers included. */
  readonly size: number;
  #ahead = 0;

  private constructor(server: TestServer, owner: Person, fleet: SimulatedFleet, size: number) {
    this.server = server;
    this.owner = owner;
    this.fleet = fleet;
    this.size = size;
  }

  /** Resolves when all are online and have reported what they are connected to. */
  static async open(server: TestServer, kinds: Readonly<Record<string, number>>): Promise<SimulatedSite> {
    const owner = await buildAccount(server);
    const siteUUID = await buildSite(
      server,
      owner,
      await buildOrganization(server, owner, 'North'),
      'Harbour',
    );
    const authority = join(server.platform.settings.dataDir, 'pki', 'authority.pem');
    const fleet = new SimulatedFleet({
      kinds: Object.entries(kinds)
        .map(([kind, count]) => `${kind}=${count}`)
        .join(),
      sites: 1,
      boot: 0,
      clients: 2,
      'connect-rate': 1_000,
      gateway: `wss://127.0.0.1:${server.gatewayPort}`,
      'ca-cert': authority,
      'ca-key': authority,
      organization: owner.tenant,
    });
    const known = (await fleet.devices()).length;
    const site = new SimulatedSite(server, owner, fleet, known);
    const themselves = Object.values(kinds).reduce((sum, count) => sum + count, 0);
    await become(async () => (await site.count(sql`connection_id is not null`)) === themselves);
    const rows = await site.rows(sql<{ id: string }>`
      select id from device where tenant_id = ${owner.tenant} and connection_id is not null`);
    for (let from = 0; from < rows.length; from += 100) {
      const deviceUUIDs = rows.slice(from, from + 100).map(({ id }) => id);
      await server.call('claimDevices', { deviceUUIDs, siteUUID }, { as: owner.token });
    }
    await fleet.command({ do: 'reportNow' });
    await become(async () => (await site.count(sql`status = 'online' and site_id is not null`)) === known);
    const heard = sql`exists (select from device_last_report last
      where last.tenant_id = device.tenant_id and last.device_id = device.id)`;
    await become(async () => (await site.count(heard)) === known);
    return site;
  }

  rows<R>(query: ReturnType<typeof sql<R>>): Promise<R[]> {
    return this.server.platform.database.asSystem((tx) => tx.all(query));
  }

  async count(what: ReturnType<typeof sql>): Promise<number> {
    const [row] = await this.rows(sql<{ count: number }>`
      select count(*)::int as count from device where tenant_id = ${this.owner.tenant} and ${what}`);
    return row?.count ?? 0;
  }

  /** Time passes for the cloud and for the devices. */
  async pass(ms: number): Promise<void> {
    this.#ahead += ms;
    this.server.advance(ms);
    await this.fleet.command({ do: 'fault', skewMs: this.#ahead });
  }

  /**
   * Until this many are offline, in quick motion: the console finds out by its own timers. The gateway closes connections
   * that are silent for ten minutes, so the devices that are up report before that, however slow the machine is.
   */
  async untilAway(count: number): Promise<void> {
    let sinceReport = 0;
    const areAway = async () => {
      if (sinceReport >= REPORT_AFTER_MS) {
        await this.#reported(this.size - count);
        sinceReport = 0;
      }
      sinceReport += STEP_MS;
      this.#ahead += STEP_MS;
      this.server.advance(STEP_MS);
      return (await this.count(sql`status = 'offline'`)) === count;
    };
    await this.#reported(this.size - count);
    await vi.waitUntil(areAway, { ...WITHIN, interval: 30 });
    await this.pass(0);
  }

  /** Those that are up report, and the reports are stored and evaluated. */
  async report(): Promise<void> {
    const since = await this.#reportNow();
    const unheard = sql`connection_id is not null and not ${reportedSince(since)}`;
    await become(async () => (await this.count(unheard)) === 0);
    await this.server.settled();
  }

  async #reported(atLeast: number): Promise<void> {
    const since = await this.#reportNow();
    await become(async () => (await this.count(reportedSince(since))) >= atLeast);
  }

  async #reportNow(): Promise<Date> {
    await this.pass(SECOND);
    const since = new Date(this.server.platform.now().getTime() - SECOND);
    await this.fleet.command({ do: 'reportNow' });
    return since;
  }

  async stop(): Promise<void> {
    await this.fleet.stop();
  }
}
