import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CommandFleet, statusOf } from '../testing/command-fleet.ts';
import type { Caller } from '../testing/tiny-gateway.ts';
import { makeImage } from './firmware-image.ts';

let all: CommandFleet;
beforeAll(async () => {
  all = await CommandFleet.open();
});
afterEach(() => all.calm());
afterAll(() => all.close());

test('an upgrade is downloaded, installed and started', async () => {
  const caller = await all.callerOf('ap', 2);
  all.image = makeImage('CAP-620 5.0.0', [all.nodeOf('ap', 2).model.compatible], 200_000);
  const command = { name: 'upgrade', uri: all.uriOf('/cap.bin'), keepRedirector: true } as const;
  expect(statusOf(await caller.execute(command))).toMatchObject({ error: 0 });
  const back = await all.callerOf('ap', 2, caller);
  expect(back.received('connect')[0]).toMatchObject({ reason: 'upgrade', firmware: 'CAP-620 5.0.0' });
});

/** Distinct values in order of arrival. */
function phasesTold(caller: Caller): unknown[] {
  const phases = caller
    .received('event')
    .map((params) => JSON.stringify(params))
    .filter((text) => text.includes('firmware_upgrade_status'))
    .map((text) => /"operation":"(\w+)"/.exec(text)?.[1]);
  return [...new Set(phases)];
}

test('a switch reports upgrade progress', async () => {
  const caller = await all.callerOf('switch');
  all.image = Buffer.alloc(50_000, 1);
  await caller.execute({ name: 'upgrade', uri: all.uriOf('/SW%206.0.bin'), keepRedirector: true });
  const back = await all.callerOf('switch', 0, caller);
  expect(back.received('connect')[0]).toMatchObject({ reason: 'upgrade', firmware: 'SW 6.0' });
  expect(phasesTold(caller)).toEqual(['download', 'install', 'success']);
});

test.each([
  ['download', 'answer'],
  ['install', 'upgradefailed'],
  ['boot', 'upgradefailed'],
] as const)('an upgrade fails at %s on demand', async (firmware, outcome) => {
  const caller = await all.callerOf('ap', 1);
  const before = all.nodeOf('ap', 1).firmware;
  all.image = makeImage('CAP-620 7.0.0', [], 1000);
  all.fleet.control.fault({ serial: caller.serial }, { firmware });
  const result = await caller.execute({ name: 'upgrade', uri: all.uriOf('/cap.bin'), keepRedirector: false });
  if (outcome === 'answer') expect(statusOf(result)).toMatchObject({ error: 2 });
  else {
    const back = await all.callerOf('ap', 1, caller);
    expect(back.received('connect')[0]).toMatchObject({ reason: outcome, firmware: before });
  }
  expect(all.nodeOf('ap', 1).firmware).toBe(before);
});

test('a switch reports a failed installation and keeps its firmware', async () => {
  const caller = await all.callerOf('switch', 1);
  const before = all.nodeOf('switch', 1).firmware;
  all.fleet.control.fault({ serial: caller.serial }, { firmware: 'install' });
  all.image = makeImage('SW 8.0', [], 1000);
  await caller.execute({ name: 'upgrade', uri: all.uriOf('/sw.bin'), keepRedirector: false });
  await all.gateway.until(() => phasesTold(caller).includes('fail'));
  expect(phasesTold(caller)).toEqual(['download', 'install', 'fail']);
  await caller.execute({ name: 'ping' });
  expect(all.nodeOf('switch', 1).firmware).toBe(before);
});

test('an incompatible or incomplete image is not installed', async () => {
  const caller = await all.callerOf('ap', 1);
  const send = () => caller.execute({ name: 'upgrade', uri: all.uriOf('/cap.bin'), keepRedirector: false });
  all.image = makeImage('X 1', ['somebody_else'], 1000);
  expect(statusOf(await send())['text']).toContain('not for');
  all.image = makeImage('X 1', [], 2000).subarray(0, 1500);
  expect(statusOf(await send())['text']).toContain('not complete');
});
