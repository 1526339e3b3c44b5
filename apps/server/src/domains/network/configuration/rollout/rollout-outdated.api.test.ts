import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { reviewed } from '../../../../testing/configuration-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { type ConfiguredDevice, RolloutStage, WITHIN } from '../testing/rollout-stage.ts';

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

const withCountry = z.object({ radios: z.array(z.object({ country: z.string() })) });

/** The country of each configuration that a device received. */
function countriesOf({ device }: ConfiguredDevice): string[] {
  return device.received.flatMap(({ command }) =>
    command.name === 'configure'
      ? withCountry.parse(command.document).radios.map(({ country }) => country)
      : [],
  );
}

async function setCountry(countryCode: string): Promise<void> {
  const site = {
    siteUUID: stage.siteId,
    enterpriseUUID: stage.organizationId,
    name: 'Harbour',
    timeZone: 'UTC+01:00',
  };
  await server.call('updateSite', { ...site, countryCode }, stage.as);
  await server.settled();
}

const pending = () => ({ kind: 'pending' as const, siteUUID: stage.siteId });

async function applyPending(): Promise<string> {
  const input = await reviewed(server, stage.owner, pending());
  return (await server.call('applyChange', input, stage.as)).data.changeUUID;
}

test('another country of a site is pending for its devices until a reviewed change delivers it in waves', async () => {
  const devices = [await stage.online(), await stage.online(), await stage.online()];
  await setCountry('US');
  const review = (await server.call('reviewChange', { source: pending() }, stage.as)).data;
  expect(
    review.devices.map(({ differences }) => differences.map(({ after }) => after).includes('US')),
  ).toEqual([true, true, true]);
  const { data } = await server.call('viewEffectiveSettings', { deviceUUID: devices[0]?.id ?? '' }, stage.as);
  expect(data.pending).toBe(true);
  expect(devices.map(countriesOf)).toEqual([['PL'], ['PL'], ['PL']]);
  const change = await applyPending();
  await stage.becomes(change, 'done');
  expect(devices.map(countriesOf)).toEqual(devices.map(() => ['PL', 'US']));
  expect((await server.call('reviewChange', { source: pending() }, stage.as)).data.devices).toEqual([]);
});

test('a device that rejects another country gets its previous document back, and the others keep theirs', async () => {
  const devices = [await stage.online(), await stage.online()];
  await setCountry('US');
  for (const one of devices) {
    const { obey } = one.device;
    one.device.obey = (received) => {
      one.behaviour = countriesOf(one).at(-1) === 'US' ? 'rejects' : 'applies';
      obey(received);
    };
  }
  await stage.becomes(await applyPending(), 'doneWithFailures');
  await expect
    .poll(() => devices.map(countriesOf).toSorted((one, other) => one.length - other.length), WITHIN)
    .toEqual([['PL'], ['PL', 'US', 'PL']]);
});

test('documents that another release compiled differently are pending, and a device without a configuration gets its last one again', async () => {
  const devices = [await stage.online(), await stage.online()];
  await stage.rows(sql`
    update device_configuration set document = jsonb_set(document, '{metrics,health,interval}', '61')
    where tenant_id = ${stage.owner.tenant} returning version`);
  for (const { device, versions } of devices) {
    await device.drop();
    await device.connect({ runs: versions.at(-1) ?? 0 });
  }
  const [first, second] = devices;
  if (first === undefined || second === undefined) throw new Error('No devices');
  await first.device.drop();
  await first.device.connect({ runs: 1 });
  await expect.poll(() => first.versions.length, WITHIN).toBe(2);
  expect(first.versions[1]).toBe(first.versions[0]);
  expect(second.versions).toHaveLength(1);
  const review = (await server.call('reviewChange', { source: pending() }, stage.as)).data;
  expect(review.devices).toHaveLength(2);
  await stage.becomes(await applyPending(), 'done');
  expect([first.versions.length, second.versions.length]).toEqual([3, 2]);
});
