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

/** An open session without a browser; a real one would end by itself while another call is tested. */
async function sessionOf(world: World): Promise<string> {
  const { server, owner, siteUUID, marker } = world;
  const id = newId();
  const device = await deviceOf(world);
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into shell_session (tenant_id, id, device_id, device_name, device_kind, site_id, opened_by, opened_by_name,
        opened_at, recorded)
      values (${owner.tenant}, ${id}, ${device}, ${`${marker} AP`}, 'ap', ${siteUUID}, ${owner.managerId}, ${marker},
        now(), false)`),
  );
  return id;
}

export const webShellExamples: ExamplesOf<typeof webShellCalls> = {
  openShell: async (world) => ({ deviceUUID: await deviceOf(world), ...SIZE }),
  listShellSessions: () => ({ state: 'open' }),
  endShell: async (world) => ({ sessionUUID: await sessionOf(world) }),
  viewShellSettings: () => ({}),
  saveShellSettings: () => ({ recording: true, keepDays: 14 }),
};
