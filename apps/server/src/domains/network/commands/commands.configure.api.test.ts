import type { DeviceCommandRow } from '@airloom/contract/commands/commands.model';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ALL_CLIENTS } from '../../../testing/real-clients.ts';
import { commandStage, received, WITHIN } from './testing/command-stage.ts';

const stage = commandStage();
const { online, onlineAs, keepConfiguration, sendCommand, ends } = stage;

async function configure(id: string, version: number): Promise<void> {
  await keepConfiguration(id, version, 'pending');
  await stage.server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into outbox (id, tenant_id, type, payload) values (gen_random_uuid(), ${stage.owner.tenant},
        'ConfigurationsChanged', ${JSON.stringify({ deviceIds: [id] })})`),
  );
  stage.server.platform.wakeOutbox();
}

async function configurationOf(id: string, version: number): Promise<string | undefined> {
  const row = await stage.server.platform.database.asSystem((tx) =>
    tx.first(sql<{ state: string }>`
      select state from device_configuration where device_id = ${id} and version = ${version}`),
  );
  return row?.state;
}

async function lastOf(id: string): Promise<DeviceCommandRow | undefined> {
  const answer = await stage.server.call('listDeviceCommands', { deviceUUID: id }, { as: stage.owner.token });
  return answer.data.rows[0];
}

test.each([
  ['ap', 'configurationFailure'],
  ['ac', 'acConfigurationFailed'],
  ['gateway', 'gatewayConfigurationFailed'],
] as const)(
  'a configuration that %s refuses ends as %s, and the last good one stays',
  async (kind, state) => {
    const { id, device } = await online(kind);
    device.obey = ({ id: wire }) =>
      device.answer(wire, { error: 2, text: 'refused', rejected: ['no such band'] });
    await configure(id, 1_000);
    await expect.poll(async () => (await lastOf(id))?.state, WITHIN).toBe(state);
    expect(await lastOf(id)).toMatchObject({
      command: 'configure',
      text: 'refused',
      rejected: ['no such band'],
    });
    await expect.poll(() => configurationOf(id, 1_000), WITHIN).toBe('refused');
    // A refused version is not sent again.
    await device.drop();
    await device.connect({ reason: 'socket' });
    const ping = await sendCommand([id], { name: 'ping' });
    await ends(ping, 'commandError');
    expect(device.received.map(({ command }) => command.name)).toEqual(['configure', 'ping']);
  },
);

test('confirms a configuration by a report that arrives together with the answer', async () => {
  const { id, device } = await online('ap');
  device.obey = ({ id: wire }) => {
    device.runs = 2_000;
    device.connection.sendTogether(() => {
      device.answer(wire);
      device.report();
    });
  };
  await configure(id, 2_000);
  await expect.poll(async () => (await lastOf(id))?.state, WITHIN).toBe('success');
  await expect.poll(() => configurationOf(id, 2_000), WITHIN).toBe('applied');
});

describe.each(ALL_CLIENTS)('%s', (client) => {
  test('does not send a configuration again between the answer and its storage', async () => {
    const { id, device } = await onlineAs(client);
    device.obey = ({ id: wire }) => device.answer(wire, { error: 2, text: 'refused', rejected: [] });
    await configure(id, 1_000);
    await expect.poll(() => configurationOf(id, 1_000), WITHIN).toBe('refused');
    await stage.server.platform.database.asSystem((tx) =>
      tx.run(
        sql`update device_configuration set state = 'pending' where device_id = ${id} and version = 1000`,
      ),
    );
    await device.drop();
    await device.connect({ reason: 'socket' });
    await ends(await sendCommand([id], { name: 'ping' }), 'commandError');
    expect(device.received.map(({ command }) => command.name)).toEqual(['configure', 'ping']);
  });

  test('pushes a changed configuration, and confirms it by the reported version', async () => {
    const { id, device } = await onlineAs(client);
    device.obey = ({ id: wire }) => device.answer(wire);
    await configure(id, 2_000);
    await received(device);
    expect(device.received[0]?.command).toMatchObject({
      name: 'configure',
      version: 2_000,
      document: { strict: true },
    });
    device.report();
    await expect.poll(async () => (await lastOf(id))?.state, WITHIN).toBe('sending');
    device.runs = 2_000;
    device.report();
    await expect.poll(async () => (await lastOf(id))?.state, WITHIN).toBe('success');
    await expect.poll(() => configurationOf(id, 2_000), WITHIN).toBe('applied');
    // A device that lost its configuration is sent it again automatically.
    device.runs = 1;
    device.report();
    await received(device, 2);
    device.runs = 2_000;
    await device.drop();
    await device.connect({ reason: 'socket' });
    await expect.poll(async () => (await lastOf(id))?.state, WITHIN).toBe('success');
  });

  test('shows a partly applied configuration as a failure with the rejected parts', async () => {
    const { id, device } = await onlineAs(client);
    device.obey = ({ id: wire }) =>
      device.answer(wire, { error: 1, text: 'applied', rejected: ['tx-power'] });
    await configure(id, 3_000);
    await expect.poll(async () => (await lastOf(id))?.state, WITHIN).toBe('configurationFailure');
    expect(await lastOf(id)).toMatchObject({ reason: 'partly', rejected: ['tx-power'] });
    await expect.poll(() => configurationOf(id, 3_000), WITHIN).toBe('partly');
    // It runs the applied part now, although it has not reported yet.
    await ends(await sendCommand([id], { name: 'ping' }), 'commandError');
    await ends(await sendCommand([id], { name: 'ping' }), 'commandError');
    expect(device.received.map(({ command }) => command.name)).toEqual(['configure', 'ping', 'ping']);
    // A device that still reports another version is sent it again when it reconnects, not with every report.
    device.report();
    await ends(await sendCommand([id], { name: 'ping' }), 'commandError');
    await ends(await sendCommand([id], { name: 'ping' }), 'commandError');
    expect(device.received.filter(({ command }) => command.name === 'configure')).toHaveLength(1);
    await device.drop();
    await device.connect({ reason: 'socket' });
    await received(device, 6);
    expect(device.received.at(-1)?.command.name).toBe('configure');
  });

  test('stops after five pushes of one version to a device that goes back to an older one, and sets its state', async () => {
    const { id, device } = await onlineAs(client);
    device.obey = ({ id: wire }) => device.answer(wire);
    await configure(id, 4_000);
    for (let push = 1; push <= 5; push += 1) {
      await received(device, push);
      device.runs = 4_000;
      device.report();
      await expect.poll(async () => (await lastOf(id))?.state, WITHIN).toBe('success');
      await device.drop();
      await device.connect({ reason: 'reboot', runs: 500 });
    }
    const as = { as: stage.owner.token };
    const state = async () =>
      (await stage.server.call('viewDevice', { deviceUUID: id }, as)).data.configurationState;
    await expect.poll(state, WITHIN).toBe('notApplied');
    expect(await configurationOf(id, 4_000)).toBe('notApplied');
    await device.drop();
    await device.connect({ reason: 'reboot' });
    await ends(await sendCommand([id], { name: 'ping' }), 'success');
    expect(device.received.filter(({ command }) => command.name === 'configure')).toHaveLength(5);
    // A new version is sent.
    await configure(id, 5_000);
    await expect.poll(() => device.received.at(-1)?.command, WITHIN).toMatchObject({ version: 5_000 });
  });
});
