import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from './fleet/fleet.ts';
import { carryOut, ORDERS, QUESTIONS } from './fleet/orders.ts';
import { TinyGateway } from './testing/tiny-gateway.ts';
import { OPTIONS, usage } from './usage.ts';

let gateway: TinyGateway;
let fleet: Fleet;

beforeAll(async () => {
  gateway = await TinyGateway.open();
  fleet = await startFleet({
    devices: 0,
    sites: 1,
    seed: 1,
    kinds: { ap: 1, switch: 1 },
    gateway: gateway.url,
    code: 'code',
    interval: 3600,
    bootMs: 20,
    secondMs: 20,
    retryMaxMs: 50,
  });
  await fleet.ready;
});

afterAll(async () => {
  await fleet.stop();
  await gateway.close();
});

test.each(Object.keys(OPTIONS))('the help names --%s', (option) => {
  expect(usage()).toMatch(new RegExp(`--${option}\\b`));
});

test('every option of the help is one', () => {
  const named = usage().match(/--[a-z-]+/g) ?? [];
  expect(named.map((option) => option.slice(2)).filter((option) => !(option in OPTIONS))).toEqual([]);
});

/** The example of an order, for a device and a site that are really there, and over soon. */
function real(example: object): Record<string, unknown> {
  const node = fleet.world.devices.find(({ kind }) => kind === 'switch') ?? expect.fail();
  const { serial } = node;
  const site = fleet.world.sites[0]?.name;
  const truth = { serial, serials: [serial], site, forMs: 20, spreadMs: 20 };
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, Reflect.get(truth, name) ?? value]),
  );
}

test.each(Object.entries(ORDERS))('the example of %s meets somebody', async (name, { example }) => {
  expect(usage()).toMatch(new RegExp(`^  ${name} `, 'm'));
  expect(usage()).toContain(JSON.stringify(example));
  expect(example).toMatchObject({ do: name });
  fleet.control.online({});
  fleet.control.start({});
  await expect.poll(() => fleet.status().connected).toBe(2);
  expect(carryOut(fleet, real(example))).toEqual({ devices: expect.toSatisfy((met: number) => met > 0) });
});

test.each(Object.entries(QUESTIONS))('%s is answered', (name, { example }) => {
  expect(usage()).toContain(JSON.stringify(example));
  expect(example).toMatchObject({ do: name });
  const answer = carryOut(fleet, real(example));
  expect(answer).not.toHaveProperty('error');
  if (name !== 'client') expect(Object.keys(answer)).not.toEqual([]);
});
