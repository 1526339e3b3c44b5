import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS, QUERIES, runCommand } from './fleet/control-commands.ts';
import { type Fleet, startFleet } from './fleet/fleet.ts';
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

test.each(Object.keys(OPTIONS))('the help lists --%s', (option) => {
  expect(usage()).toMatch(new RegExp(`--${option}\\b`));
});

test('the help lists only existing options', () => {
  const named = usage().match(/--[a-z-]+/g) ?? [];
  expect(named.map((option) => option.slice(2)).filter((option) => !(option in OPTIONS))).toEqual([]);
});

/** The example of a command with an existing device and site and short times. */
function real(example: object): Record<string, unknown> {
  const node = fleet.simulation.devices.find(({ kind }) => kind === 'switch') ?? expect.fail();
  const { serial } = node;
  const site = fleet.simulation.sites[0]?.name;
  const record = { serial, serials: [serial], site, forMs: 20, spreadMs: 20 };
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, Reflect.get(record, name) ?? value]),
  );
}

test.each(Object.entries(COMMANDS))('the example of %s affects a device', async (name, { example }) => {
  expect(usage()).toMatch(new RegExp(`^  ${name} `, 'm'));
  expect(usage()).toContain(JSON.stringify(example));
  expect(example).toMatchObject({ do: name });
  fleet.control.online({});
  fleet.control.start({});
  await expect.poll(() => fleet.status().connected).toBe(2);
  expect(runCommand(fleet, real(example))).toEqual({ devices: expect.toSatisfy((met: number) => met > 0) });
});

test.each(Object.entries(QUERIES))('%s is answered', (name, { example }) => {
  expect(usage()).toContain(JSON.stringify(example));
  expect(example).toMatchObject({ do: name });
  const answer = runCommand(fleet, real(example));
  expect(answer).not.toHaveProperty('error');
  if (name !== 'client') expect(Object.keys(answer)).not.toEqual([]);
});
