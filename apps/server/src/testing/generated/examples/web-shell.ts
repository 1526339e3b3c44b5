import type { webShellCalls } from '@airloom/contract/web-shell/web-shell.calls';
import { sql } from 'kysely';
import { newId } from '../../../platform/ids.ts';
import { buildDevice } from '../../device-builders.ts';
import type { World } from '../../world.ts';
import type { ExamplesOf } from './example.ts';

const SIZE = { columns: 80, rows: 24 };

/** Stored as online; nothing is sent to it before a browser joins. */
async function deviceOf({ server, owner, marker, siteUUID }: World): Promise<string> {
  const { id } = await buildDevice(server, owner, {
    siteId: siteUUID,
    name: `${marker} AP`,
    status: 'online',
  });
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set gateway_id = ${newId()}, abilities = '{"radios":[],"remoteShell":true}'
               where id = ${id}`),
  );
  return id;
}

async function openShell(world: World): Promise<string> {
  const input = { deviceUUID: await deviceOf(world), ...SIZE };
  const { data } = await world.server.call('openShell', input, { as: world.owner.token });
  return data.sessionUUID;
}

export const webShellExamples: ExamplesOf<typeof webShellCalls> = {
  openShell: async (world) => ({ deviceUUID: await deviceOf(world), ...SIZE }),
  listShellSessions: () => ({ state: 'open' }),
  endShell: async (world) => ({ sessionUUID: await openShell(world) }),
  viewShellSettings: () => ({}),
  saveShellSettings: () => ({ recording: true, keepDays: 14 }),
};
