import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { RolloutStage, WITHIN } from '../testing/rollout-stage.ts';

let server: TestServer;
let stage: RolloutStage;
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
});
beforeEach(async () => {
  stage = await RolloutStage.open(server);
});
afterEach(() => stage.end());
afterAll(() => server.stop());

function setReportedPorts(deviceId: string, ports: string | null): Promise<unknown> {
  return stage.rows(sql`update device set reported_ports = ${ports} where id = ${deviceId} returning id`);
}

test('changes that cannot be advanced do not delay others, and are tried again later', async () => {
  const [broken, site] = [await stage.online(), await stage.site('Quay')];
  const device = await stage.online(site);
  await setReportedPorts(broken.id, '"not a list"');
  const failing = await stage.change({ ssid: 'Staff' });
  // As many as are advanced in one round; the oldest ones are due first.
  for (let nth = 0; nth < 50; nth += 1) await stage.deliver();
  const change = await stage.change({ ssid: 'Office' }, [site]);
  await stage.reaches(change, device, 'verified');
  expect(await stage.stateOf(failing)).toBe('preparing');
  await setReportedPorts(broken.id, null);
  server.advance(MINUTE);
  // Whichever of the changes reaches it first.
  await expect.poll(() => broken.networks, WITHIN).toEqual([[], ['Staff']]);
});

test('lists what a switch does not show of its ports', async () => {
  const device = await stage.online();
  const change = await stage.change();
  await stage.reaches(change, device, 'verified');
  const missing = ['portEnabled', 'portSpeed', 'portPoe', 'portVlan'].map((what) => ({
    what,
    name: 'Ethernet1',
    band: null,
  }));
  await stage.rows(sql`
    update configuration_change_device set missing = ${JSON.stringify(missing)}
    where change_id = ${change} returning device_id`);
  const input = { changeUUID: change };
  const { data } = await server.call('listChangeDevices', input, stage.as);
  expect(data.rows).toMatchObject([{ missing }]);
});
