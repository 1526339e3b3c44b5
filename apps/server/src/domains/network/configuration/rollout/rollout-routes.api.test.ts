import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { SECOND } from '@airloom/contract/time';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { edits } from '../testing/change-stage.ts';
import { RolloutStage } from '../testing/rollout-stage.ts';
import { applied, type RolloutSwitch, switchOnline } from '../testing/rollout-switch.ts';

let server: TestServer;
let stage: RolloutStage;
let rack: RolloutSwitch;
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
});
beforeEach(async () => {
  stage = await RolloutStage.open(server);
  rack = await switchOnline(stage);
});
afterEach(() => stage.end());
afterAll(() => server.stop());

const ROUTE = { destination: '10.20.0.0', mask: '255.255.0.0', nextHop: '192.0.2.254', metric: 9 };

/** The static routes of the switch as an edit of the stored setting, if there is one. */
async function routes(...value: (typeof ROUTE)[]): Promise<SettingEdit> {
  const kind = 'switchRoutes' as const;
  const [row] = (await server.call('listSettings', { kind, placeUUID: rack.id }, stage.as)).data.rows;
  return {
    kind,
    settingUUID: row?.settingUUID ?? null,
    baseVersion: row?.version ?? null,
    place: { level: 'device', uuid: rack.id },
    value: { routes: value },
  };
}

test('a removed route is verified once the switch does not report it any more', async () => {
  await stage.reaches(await applied(stage, edits(await routes(ROUTE))), rack, 'verified');
  await stage.reaches(await applied(stage, edits(await routes())), rack, 'verified');
});

test('a removed route that the switch still reports is not verified, and the change is reverted', async () => {
  await stage.reaches(await applied(stage, edits(await routes(ROUTE))), rack, 'verified');
  rack.keepsRoutes = true;
  const change = await applied(stage, edits(await routes()));
  await stage.reaches(change, rack, 'accepted');
  await expect.poll(() => stage.reportedVersion(rack), WITHIN).toBe(rack.device.runs);
  server.advance(CONFIGURATION_LIMITS.verifyWithinMs + SECOND);
  expect(await stage.reaches(change, rack, 'reverted')).toMatchObject({
    failure: 'notShown',
    missing: [{ what: 'removedRoute', name: '10.20.0.0/16 → 192.0.2.254', band: null }],
  });
});
