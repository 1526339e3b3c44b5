import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordIn } from '../json.ts';
import { TinyGateway } from '../testing/tiny-gateway.ts';
import { runCommand } from './control-commands.ts';
import { readFaults } from './fault-command.ts';
import { type Fleet, planFleet, startFleet } from './fleet.ts';

const PLAN = { devices: 0, sites: 1, seed: 9, kinds: { ap: 2 } };
const [first = '', second = ''] = planFleet(PLAN).flatMap(({ devices }) =>
  devices.map(({ serial }) => serial),
);

let gateway: TinyGateway;
let fleet: Fleet;
beforeAll(async () => {
  gateway = await TinyGateway.open();
  const options = { gateway: gateway.url, code: 'code', interval: 3600, bootMs: 20, retryMaxMs: 50 };
  const fault = { serial: first, configuration: 'refused', rejectedText: 'Flash is full' };
  fleet = await startFleet({ ...PLAN, ...options, faults: [readFaults(JSON.stringify(fault))] });
  await fleet.ready;
});
afterAll(async () => {
  await fleet.stop();
  await gateway.close();
});

async function statusOf(serial: string, version: number) {
  const caller = await gateway.caller(serial);
  const document = { uuid: version, unit: { name: 'A' } };
  return recordIn((await caller.execute({ name: 'configure', version, document }))['status']);
}

test('a device has the faults of the option from the start, others have none', async () => {
  expect(await statusOf(first, 50)).toMatchObject({
    error: 2,
    rejected: ['[E] (In /unit/name) Flash is full'],
  });
  expect(await statusOf(second, 50)).toMatchObject({ error: 0 });
});

test('the fault command sets and removes them', async () => {
  const fault = { do: 'fault', serial: second, configuration: 'partly', rejectedPath: '/unit/*' };
  expect(runCommand(fleet, { ...fault, rejectedText: 'Too long' })).toEqual({ devices: 1 });
  expect(await statusOf(second, 51)).toMatchObject({
    error: 1,
    rejected: ['[W] (In /unit/name) Too long'],
  });
  runCommand(fleet, { do: 'fault', configuration: 'none' });
  expect(await statusOf(second, 52)).toMatchObject({ error: 0 });
  expect(await statusOf(first, 52)).toMatchObject({ error: 0 });
});

test('refuses an option that is no JSON object', () => {
  expect(() => readFaults('silent')).toThrow('--fault wants a JSON object');
});
