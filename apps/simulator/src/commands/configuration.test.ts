import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { recordIn, recordsIn } from '../json.ts';
import { CommandFleet, KINDS_THAT_TALK, statusOf } from '../testing/command-fleet.ts';

let all: CommandFleet;
beforeAll(async () => {
  all = await CommandFleet.open();
});
afterEach(() => all.calm());
afterAll(() => all.close());

test.each(KINDS_THAT_TALK)('%s applies a configuration and reports its version', async (kind) => {
  const caller = await all.callerOf(kind);
  const version = 1_800_000_000 + KINDS_THAT_TALK.indexOf(kind);
  const document = {
    uuid: version,
    unit: { name: `New ${kind}` },
    metrics: { statistics: { interval: 120 } },
  };
  const result = await caller.execute({ name: 'configure', version, document });
  expect(result).toMatchObject({ uuid: version, status: { error: 0 } });
  await all.stateOf(caller, version);
  expect(all.nodeOf(kind).name).toBe(`New ${kind}`);
});

test('an access point rejects values out of range and lists them', async () => {
  const caller = await all.callerOf('ap');
  const document = {
    uuid: 1_800_000_100,
    radios: [{ band: '2G', 'tx-power': 40 }],
    interfaces: [{ vlan: { id: 4060 }, ssids: [{ name: 'x'.repeat(33) }] }],
  };
  const before = all.fleet.device(caller.serial)?.uuid;
  const result = await caller.execute({ name: 'configure', version: 1_800_000_100, document });
  expect(result).toMatchObject({ uuid: 1_800_000_100, status: { error: 2, text: 'Failed' } });
  expect(statusOf(result)['rejected']).toEqual([
    '[E] (In /interfaces/0/vlan/id) Value must be lower than or equal to 4050',
    '[E] (In /interfaces/0/ssids/0/name) String must have between 1 and 32 characters',
    '[E] (In /radios/0/tx-power) Value must be lower than or equal to 30',
  ]);
  expect(all.fleet.device(caller.serial)?.uuid).toBe(before);
});

test('a missing radio is skipped and listed', async () => {
  const caller = await all.callerOf('smart');
  const document = {
    uuid: 1_800_000_200,
    radios: [{ band: '6G' }, { band: '2G', channel: 11, 'tx-power': 12 }],
  };
  const result = await caller.execute({ name: 'configure', version: 1_800_000_200, document });
  expect(statusOf(result)).toMatchObject({
    error: 1,
    rejected: ['[W] (In /radios/0) no radio of this band'],
  });
  await all.stateOf(caller, 1_800_000_200);
  expect(all.nodeOf('smart').radios[0]).toMatchObject({ channel: 11, txPower: 12 });
});

test('a switch disables a port and reports it; it does not read a compressed configuration', async () => {
  const caller = await all.callerOf('switch', 1);
  const node = all.nodeOf('switch', 1);
  const port = node.ports[1] ?? '';
  const document = {
    uuid: 1_800_000_300,
    ethernet: [{ 'select-ports': [port], enabled: false, poe: { 'admin-mode': false } }],
  };
  expect(statusOf(await caller.execute({ name: 'configure', version: 1_800_000_300, document }))).toEqual({
    error: 0,
    text: '',
  });
  const state = recordIn((await all.stateOf(caller, 1_800_000_300))['state']);
  const shown = recordIn(recordIn(recordIn(state['link-state'])['upstream'])[port]);
  expect(shown).toMatchObject({ carrier: false, poe: { status: 'Disabled' } });
  expect(JSON.stringify(caller.received('event'))).toContain('wired.carrier-down');
  const id = caller.sendRaw('configure', {
    compress_64: 'eJyrVirNTFGyMtRRSs7PS8tMV7KqRuIpWRka1gIAm+oJcA==',
    compress_sz: 30,
  });
  await all.gateway.until(() => caller.answers(id)[0]);
  expect(caller.answers(id)[0]).toMatchObject({ uuid: 0, status: { error: 2, text: 'invalid parameters' } });
});

test('a configuration changes the networks', async () => {
  const caller = await all.callerOf('ap', 1);
  const node = all.nodeOf('ap', 1);
  const document = {
    uuid: 1_800_000_400,
    interfaces: [
      {
        ssids: [
          { name: 'Alpha', 'wifi-bands': ['5G'], encryption: { proto: 'psk2', key: 'secretkey' } },
          { name: 'Beta' },
        ],
      },
    ],
  };
  await caller.execute({ name: 'configure', version: 1_800_000_400, document });
  expect(node.networks).toEqual([
    { name: 'Alpha', bands: ['5G'], interfaceIndex: 0, ssidIndex: 0 },
    { name: 'Beta', bands: node.model.bands, interfaceIndex: 0, ssidIndex: 1 },
  ]);
  const state = await all.stateOf(caller, 1_800_000_400);
  const ssids = recordsIn(recordsIn(recordIn(state['state'])['interfaces'])[0]?.['ssids']).map(
    (one) => one['ssid'],
  );
  expect(new Set(ssids)).toEqual(new Set(['Alpha', 'Beta']));
});

test('an injected fault rejects a configuration or applies it in part', async () => {
  const caller = await all.callerOf('gateway');
  const configure = (version: number) =>
    caller.execute({ name: 'configure', version, document: { uuid: version, unit: { name: 'GW' } } });
  all.fleet.control.fault({ serial: caller.serial }, { configuration: 'refused' });
  expect(statusOf(await configure(1_800_000_500))).toMatchObject({ error: 2 });
  all.fleet.control.fault({ serial: caller.serial }, { configuration: 'partly' });
  expect(statusOf(await configure(1_800_000_501))).toMatchObject({ error: 1 });
  expect(all.fleet.device(caller.serial)?.uuid).toBe(1_800_000_501);
});
