import { SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildSite } from '../../../testing/builders.ts';
import { buildDevice } from '../../../testing/device-builders.ts';
import { expectFailure } from '../../people/identity/testing/expectations.ts';
import { commandStage, received, WITHIN } from './testing/command-stage.ts';

const stage = commandStage();
const { online, sendCommand, stateOf, ends } = stage;

const PORT = { speedMbps: 1000, fullDuplex: true, enabled: true, negotiated: true };
const PORTS = [
  { ...PORT, name: 'Ethernet0', poe: true, optical: false, uplink: true },
  { ...PORT, name: 'Ethernet1', poe: true, optical: false, uplink: false },
  { ...PORT, name: 'SFP1', poe: null, optical: true, uplink: false },
];

async function rack() {
  const { id, device } = await online('switch');
  await stage.server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set reported_ports = ${JSON.stringify(PORTS)}::jsonb where id = ${id}`),
  );
  return { id, device };
}

function linkState(power: string) {
  return {
    'default-gateway': [],
    uplink_interface: 'Ethernet0',
    'link-state': {
      upstream: {
        Ethernet0: { carrier: true, speed: 1000, duplex: 'full', poe: { status: 'Searching' } },
        Ethernet1: { carrier: power === 'Delivering Power', poe: { status: power } },
      },
    },
  };
}

const ETHERNET = {
  Ethernet1: {
    'pair-A': { status: 'ok', meters: 23 },
    'pair-B': { status: 'ok', meters: 24 },
    'pair-C': { status: 'open', meters: 14 },
    'pair-D': { status: 'ok', meters: 23 },
  },
  // Nobody asked for it.
  Ethernet7: { 'pair-A': { status: 'ok', meters: 1 } },
};

const tests = async (deviceUUID: string) =>
  (await stage.server.call('listCableTests', { deviceUUID }, { as: stage.owner.token })).data.tests;

test('a cable test stores the pairs of its ports as the last result', async () => {
  const { id, device } = await rack();
  const cfgUUID = await sendCommand([id], { name: 'cableTest', ports: ['Ethernet1', 'SFP1'] });
  await received(device);
  expect(device.received[0]?.command).toEqual({ name: 'cableTest', ports: ['Ethernet1'] });
  expect(await tests(id)).toMatchObject([{ port: 'Ethernet1', result: null, newest: { state: 'sending' } }]);
  device.answer(device.received[0]?.id ?? 0, { error: 0, text: 'Success', ethernet: ETHERNET });
  await ends(cfgUUID, 'success');
  await expect.poll(async () => (await tests(id))[0]?.result, WITHIN).not.toBeNull();
  const [first, ...others] = await tests(id);
  expect(others).toEqual([]);
  expect(first?.result?.pairs).toEqual([
    { pair: 'A', state: 'ok', lengthMetres: 23, faultMetres: null },
    { pair: 'B', state: 'ok', lengthMetres: 24, faultMetres: null },
    { pair: 'C', state: 'open', lengthMetres: null, faultMetres: 14 },
    { pair: 'D', state: 'ok', lengthMetres: 23, faultMetres: null },
  ]);
  // The next test fails: the last result stays, and says so.
  const next = await sendCommand([id], { name: 'cableTest', ports: ['Ethernet1'] });
  await received(device, 2);
  device.answer(device.received[1]?.id ?? 0, { error: 2, text: 'busy' });
  await ends(next, 'commandError');
  expect((await tests(id))[0]).toMatchObject({ result: first?.result, newest: { text: 'busy' } });
  // At another site its cables are others.
  const { server, owner } = stage;
  const elsewhere = await server.platform.database.asSystem((tx) =>
    tx.first(sql<{ enterprise_id: string }>`select enterprise_id from site where id = ${stage.siteId}`),
  );
  const other = await buildSite(server, owner, elsewhere?.enterprise_id ?? '', 'Elsewhere');
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set site_id = ${other} where id = ${id}`),
  );
  expect(await tests(id)).toEqual([]);
});

test('a switch that answers without a measurement does not support cable tests', async () => {
  const { id, device } = await rack();
  device.obey = ({ id: wire }) => device.answer(wire, { error: 0, text: 'Success' });
  const row = await ends(
    await sendCommand([id], { name: 'cableTest', ports: ['Ethernet1'] }),
    'commandError',
  );
  expect(row.reason).toBe('unsupported');
  expect(await tests(id)).toMatchObject([{ result: null, newest: { reason: 'unsupported' } }]);
});

test('an uplink is tested or power cycled only when it was confirmed by name', async () => {
  const { id, device } = await rack();
  const { server, owner } = stage;
  for (const name of ['cableTest', 'powerCycle'] as const) {
    const send = (confirmedUplinks: string[]) =>
      server.call(
        'sendCommand',
        { deviceUUIDs: [id], command: { name, ports: ['Ethernet0'], confirmedUplinks } },
        { as: owner.token },
      );
    expectFailure(await send([]), 'uplinkNotConfirmed');
    expectFailure(await send(['Ethernet1']), 'uplinkNotConfirmed');
  }
  expect(device.received).toEqual([]);
  await sendCommand([id], { name: 'cableTest', ports: ['Ethernet0'], confirmedUplinks: ['Ethernet0'] });
  await received(device);
});

test('optical ports alone and access points have no cable test', async () => {
  const { id } = await rack();
  const { server, owner, siteId } = stage;
  const send = (deviceUUID: string, ports: string[]) =>
    server.call(
      'sendCommand',
      { deviceUUIDs: [deviceUUID], command: { name: 'cableTest', ports } },
      { as: owner.token },
    );
  expectFailure(await send(id, ['SFP1']), 'functionUnsupported');
  const ap = await buildDevice(server, owner, { siteId, status: 'online' });
  expectFailure(await send(ap.id, ['LAN1']), 'functionUnsupported');
  expectFailure(
    await send(
      id,
      Array.from({ length: 9 }, (_, at) => `Ethernet${at}`),
    ),
    'invalidInput',
  );
});

test('a power cycle succeeds once the port was off and a later report shows its power', async () => {
  const { id, device } = await rack();
  const cfgUUID = await sendCommand([id], { name: 'powerCycle', ports: ['Ethernet1'] });
  await received(device);
  device.answer(device.received[0]?.id ?? 0, { error: 0, text: 'Success' });
  stage.server.advance(10 * SECOND);
  // The power never went off: the answer and this report prove nothing.
  device.report({ state: linkState('Delivering Power') });
  await expect
    .poll(async () => {
      const row = await stage.server.platform.database.asSystem((tx) =>
        tx.first(sql<{ report: string }>`select report from device_last_report where device_id = ${id}`),
      );
      return row?.report;
    }, WITHIN)
    .toContain('delivering');
  expect(await stateOf(cfgUUID)).toBe('sending');
  device.report({ state: linkState('Disabled') });
  device.report({ state: linkState('Delivering Power') });
  await ends(cfgUUID, 'success');
});
