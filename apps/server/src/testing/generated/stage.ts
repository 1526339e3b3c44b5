import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import type { World } from '../world.ts';
import { ownedTables } from './owned-tables.ts';
import { type OwnedRow, Rows } from './rows.ts';
import { startServerWithWechat, type WechatServer } from './wechat-server.ts';
import { Worlds } from './worlds.ts';

export interface Stage extends WechatServer {
  readonly rows: Rows;
  newWorld(): Promise<World>;
  /** A world's rows once the server has finished its background work. */
  atRest(world: World): Promise<readonly OwnedRow[]>;
}

/** A console, the worlds in it, and the view of the database owner. */
export async function openStage(): Promise<Stage> {
  const host = await startServerWithWechat();
  const { server } = host;
  const client = new pg.Client({
    connectionString: server.databaseUrl,
    // Copies contain the rows that triggers would create.
    options: '-c session_replication_role=replica -c plan_cache_mode=force_generic_plan',
  });
  await client.connect();
  const tables = await ownedTables(client);
  const worlds = new Worlds(server, client, tables);
  const rows = new Rows(client, tables, () => server.platform.now());
  return {
    ...host,
    rows,
    newWorld: () => worlds.next(),
    atRest: async ({ owner }) => {
      for (let found = await rows.of(owner.tenant); ; found = await rows.of(owner.tenant)) {
        await server.settled();
        const { before, now } = await rows.beforeAndNow(owner.tenant, found);
        if (isDeepStrictEqual(now, before)) return found;
      }
    },
    stop: async () => {
      await client.end();
      await host.stop();
    },
  };
}
