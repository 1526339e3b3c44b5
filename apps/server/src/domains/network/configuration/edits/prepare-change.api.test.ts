import type { SettingEdit, SettingPlace } from '@airloom/contract/configuration/edits';
import { errorKeyOf } from '@airloom/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../platform/ids.ts';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { buildNetwork, networkValue, reviewed } from '../../../../testing/configuration-builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { writeSettings } from '../../settings/index.ts';
import { readAround } from './prepare-change.ts';

let server: TestServer;
let owner: Person;
let organizationId: string;
let networkId: string;
let otherId: string;
let siteNetworkId: string;
let siteId: string;
let deviceId: string;
let secondId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  organizationId = await buildOrganization(server, owner, 'North');
  siteId = await buildSite(server, owner, organizationId, 'Harbour');
  deviceId = (await buildDevice(server, owner, { siteId, managed: true })).id;
  secondId = (await buildDevice(server, owner, { siteId, managed: true })).id;
  const organization = { level: 'organization', uuid: organizationId } as const;
  networkId = await buildNetwork(server, owner, organization);
  otherId = await buildNetwork(server, owner, organization, { ssid: 'Other' });
  siteNetworkId = await buildNetwork(server, owner, { level: 'site', uuid: siteId }, { ssid: 'Quay' });
});
afterAll(() => server.stop());

const as = () => ({ as: owner.token });

async function write(
  kind: SettingEdit['kind'],
  place: SettingPlace,
  value: object,
  overridden: string | null,
) {
  const id = newId();
  const setting = { id, kind, place, networkId: overridden, value, version: 1 };
  await server.platform.database.withTenant(owner, (tx) =>
    writeSettings(tx, owner, [setting], 'test', server.platform.now()),
  );
  return id;
}

const edit = (): SettingEdit => ({
  kind: 'wirelessNetwork',
  settingUUID: networkId,
  baseVersion: 1,
  place: { level: 'organization', uuid: organizationId },
  value: networkValue({ vlan: 20 }),
});

test('an edit of an organization reads networks and their overrides, not the settings of every device', async () => {
  const site = { level: 'site', uuid: siteId } as const;
  const override = await write('wirelessOverride', site, { vlan: 7 }, networkId);
  await write('wirelessOverride', site, { vlan: 8 }, otherId);
  await write('radios', { level: 'device', uuid: deviceId }, { bands: { '5G': { powerDbm: 9 } } }, null);
  const place = {
    level: 'organization',
    uuid: organizationId,
    name: 'North',
    siteId: null,
    organizationId,
  } as const;
  const prepared = { settingId: networkId, edit: edit(), given: edit(), place, field: 'edits.0.value' };
  const scope = { tenant: owner.tenant, reach: { kind: 'all' } } as const;
  const { present } = await server.platform.database.withTenant(owner, (tx) =>
    readAround(tx, scope, [prepared]),
  );
  expect(present.map(({ id }) => id).toSorted()).toEqual(
    [networkId, otherId, siteNetworkId, override].toSorted(),
  );
});

test('a review is outdated once the settings of a device it compared change', async () => {
  const input = await reviewed(server, owner, { kind: 'edits', edits: [edit()] });
  await write('radios', { level: 'device', uuid: secondId }, { bands: { '5G': { powerDbm: 11 } } }, null);
  const answer = await server.send('applyChange', input, as());
  expect(errorKeyOf(answer.code)).toBe('reviewOutdated');
});
