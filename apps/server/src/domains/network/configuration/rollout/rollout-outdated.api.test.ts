import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { newNetwork, reviewed } from '../../../../testing/configuration-builders.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import {
  type ConfiguredDevice,
  openStageForEachTest,
  type RolloutStage,
  WITHIN,
} from '../testing/rollout-stage.ts';

let server: TestServer;
let stage: RolloutStage;
openStageForEachTest((opened) => {
  stage = opened;
  server = opened.server;
});

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

async function applyNetwork(startAt: Date | null = null): Promise<string> {
  const place = { level: 'site', uuid: stage.siteId } as const;
  const source = { kind: 'edits' as const, edits: [newNetwork(place, { ssid: 'Guests', bands: ['5G'] })] };
  const input = await reviewed(server, stage.owner, source);
  const answer = await server.call(
    'applyChange',
    { ...input, startAt: startAt?.toISOString() ?? null },
    stage.as,
  );
  return answer.data.changeUUID;
}

test('another country during a rollout reaches neither the devices that wait nor one that is reverted', async () => {
  const devices = [await stage.online(), await stage.online()];
  for (const device of devices) device.behaviour = 'isSilent';
  const change = await applyNetwork();
  await expect.poll(() => stage.states(change, devices), WITHIN).toEqual({ sent: 1, waiting: 1 });
  const rows = await Promise.all(devices.map((device) => stage.rowOf(change, device)));
  const waiting = devices[rows.findIndex((row) => row?.state === 'waiting')] ?? expect.fail('none waits');
  const first = devices.find((device) => device !== waiting) ?? expect.fail('none was sent');
  await expect.poll(() => first.versions.length, WITHIN).toBe(2);
  await setCountry('US');
  first.behaviour = 'applies';
  first.device.obey(first.device.received.at(-1) ?? expect.fail('nothing was sent'));
  expect(await stage.reaches(change, waiting, 'skipped')).toMatchObject({ skipReason: 'settingsChanged' });
  await stage.becomes(change, 'done');
  expect(countriesOf(waiting)).toEqual(['PL']);
  expect(countriesOf(first)).toEqual(['PL', 'PL']);
  waiting.behaviour = 'applies';
  await stage.becomes(await applyPending(), 'done');
  expect(devices.map((device) => countriesOf(device).at(-1))).toEqual(['US', 'US']);
});

test('a device that rejects a change returns to the country that its review showed', async () => {
  const device = await stage.online();
  device.behaviour = 'isSilent';
  const change = await applyNetwork();
  await expect.poll(() => device.versions.length, WITHIN).toBe(2);
  await setCountry('US');
  device.behaviour = 'rejects';
  device.device.obey(device.device.received.at(-1) ?? expect.fail('nothing was sent'));
  device.behaviour = 'applies';
  await stage.becomes(change, 'doneWithFailures');
  await expect.poll(() => countriesOf(device), WITHIN).toEqual(['PL', 'PL', 'PL']);
});

test('another country before a scheduled change starts leaves its devices out', async () => {
  const device = await stage.online();
  const change = await applyNetwork(new Date(server.platform.now().getTime() + MINUTE));
  await setCountry('US');
  server.advance(MINUTE);
  expect(await stage.reaches(change, device, 'skipped')).toMatchObject({ skipReason: 'settingsChanged' });
  expect(countriesOf(device)).toEqual(['PL']);
});
