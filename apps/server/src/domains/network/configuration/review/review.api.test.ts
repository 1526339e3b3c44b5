import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { errorKeyOf } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  buildAccount,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../../testing/builders.ts';
import {
  buildNetwork,
  reviewed,
  type Source,
} from '../../../../testing/configuration-builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { releaseSettings } from '../../devices/index.ts';
import { resolveSettings } from '../../settings/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let owner: Person;
let enterpriseUUID: string;
let siteUUID: string;
let deviceUUID: string;
beforeEach(async () => {
  owner = await buildAccount(server);
  enterpriseUUID = await buildOrganization(server, owner, 'North');
  siteUUID = await buildSite(server, owner, enterpriseUUID, 'Harbour');
  const { id } = await buildDevice(server, owner, { siteId: siteUUID, name: 'AP 1', managed: true });
  deviceUUID = id;
  const abilities = { radios: [{ bands: ['5G'], channels: [], modes: [] }] };
  await server.platform.database.withTenant(owner, (tx) =>
    tx.run(sql`update device set abilities = ${JSON.stringify(abilities)}::jsonb where id = ${id}`),
  );
});

const as = (person: Person = owner) => ({ as: person.token });
const ofSite = () => ({ level: 'site', uuid: siteUUID }) as const;
const edits = (...some: SettingEdit[]): Source => ({ kind: 'edits', edits: some });
const review = (source: Source, person = owner) => server.call('reviewChange', { source }, as(person));
const keyOf = ({ code }: { readonly code: number }) => errorKeyOf(code);

async function stored(ssid: string) {
  const { rows } = (
    await server.call('listSettings', { kind: 'wirelessNetwork', search: ssid }, as())
  ).data;
  const edit = rows[0]?.edit;
  if (edit?.kind !== 'wirelessNetwork' || edit.value === null) throw new Error('No network');
  return { ...edit, value: edit.value };
}

/** Releases what applies to the device now, as a finished rollout does. */
async function release(): Promise<void> {
  await server.platform.database.withTenant(owner, async (tx) => {
    const resolved = await resolveSettings(tx, owner, [deviceUUID]);
    await releaseSettings(tx, owner, [
      { id: deviceUUID, released_settings: resolved.get(deviceUUID) ?? null },
    ]);
  });
}

test('shows the devices whose networks get other off times', async () => {
  await buildNetwork(server, owner, ofSite());
  await release();
  const network = await stored('Guest');
  const offTimes = [{ start: '22:00', end: '23:30' }];
  const { data } = await review(edits({ ...network, value: { ...network.value, offTimes } }));
  expect(data.devices.map(({ deviceName, differences }) => [deviceName, differences])).toEqual([
    ['AP 1', [{ path: 'wireless.Guest.offTimes', before: null, after: '22:00–23:30' }]],
  ]);
});

test('does not call a device pending whose document stays the same', async () => {
  await buildNetwork(server, owner, ofSite());
  await release();
  await buildNetwork(server, owner, ofSite(), {
    ssid: 'Planned',
    enabled: false,
    offTimes: [{ start: '22:00', end: '23:30' }],
  });
  const { data } = await server.call('viewEffectiveSettings', { deviceUUID }, as());
  expect(data.pending).toBe(false);
  const source = { kind: 'pending' as const, siteUUID };
  const input = await reviewed(server, owner, source);
  expect(keyOf(await server.call('applyChange', input, as()))).toBe('changeEmpty');
  const { rows } = (await server.call('listWirelessNetworks', {}, as())).data;
  expect(rows.map(({ ssid, pendingDevices }) => [ssid, pendingDevices])).toEqual([
    ['Guest', 0],
    ['Planned', 0],
  ]);
});
