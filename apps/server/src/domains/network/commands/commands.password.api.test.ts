import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { TestDevice } from '../../../testing/obedient-device.ts';
import { commandStage, received, WITHIN } from './testing/command-stage.ts';

const stage = commandStage();
const unit = z.object({ name: z.string(), 'system-password': z.string().optional() });

const services = z.object({ ssh: z.object({ 'password-authentication': z.boolean() }) });

/** Whether each received configuration enables SSH with a password. */
function sshByPassword(device: TestDevice): boolean[] {
  return device.received.flatMap(({ command }) =>
    command.name === 'configure'
      ? [services.parse(command.document['services']).ssh['password-authentication']]
      : [],
  );
}

/** Payload of each received configuration. */
function passwords(device: TestDevice): (string | undefined)[] {
  return device.received.flatMap(({ command }) =>
    command.name === 'configure' ? [unit.parse(command.document['unit'])['system-password']] : [],
  );
}

function takesAll(device: TestDevice): void {
  device.obey = ({ id, command }) => {
    device.answer(id);
    if (command.name !== 'configure') return;
    device.runs = command.version;
    device.report();
  };
}

async function setPassword(id: string, password: string | null): Promise<void> {
  const answer = await stage.server.call(
    'setDevicePassword',
    { deviceUUIDs: [id], password },
    { as: stage.owner.token },
  );
  expect(answer.data.changed).toBe(1);
}

/** Rows of commands and answers of a device that contain a text. */
function holding(text: string, id: string): Promise<object[]> {
  return stage.server.platform.database.asSystem((tx) =>
    tx.all(sql<object>`
      select from device_configuration held where device_id = ${id} and strpos(held::text, ${text}) > 0
      union all
      select from command held where device_id = ${id} and strpos(held.*::text, ${text}) > 0`),
  );
}

async function stateOf(id: string): Promise<string | undefined> {
  const { data } = await stage.server.call(
    'listConfigurations',
    { deviceUUID: id },
    { as: stage.owner.token },
  );
  return data.rows[0]?.state;
}

async function isApplied(id: string, version: number): Promise<void> {
  const state = async (): Promise<string | undefined> => {
    const row = await stage.server.platform.database.asSystem((tx) =>
      tx.first(sql<{ state: string }>`
        select state from device_configuration where device_id = ${id} and version = ${version}`),
    );
    return row?.state;
  };
  await expect.poll(state, WITHIN).toBe('applied');
}

/** No configuration can be made for a switch until its ports are known. */
async function portsKnown(id: string): Promise<void> {
  const isKnown = () =>
    stage.server.platform.database.asSystem((tx) =>
      tx.first(sql`select from device where id = ${id} and (kind <> 'switch' or reported_ports is not null)`),
    );
  await expect.poll(isKnown, WITHIN).toBeDefined();
}

test.each(['ap', 'switch', 'ac', 'tip-ap', 'ols-switch'] as const)(
  'the password goes to %s and stays nowhere',
  async (client) => {
    const { id, device } = await (client === 'ac' ? stage.online(client) : stage.onlineAs(client));
    await portsKnown(id);
    takesAll(device);
    await setPassword(id, 'Zebra-Quay-77');
    await received(device);
    await isApplied(id, device.runs);
    const withPassword = device.runs;

    await setPassword(id, 'Heron-Pier-88');
    await received(device, 2);
    await isApplied(id, device.runs);
    const restore = { deviceUUID: id, version: withPassword };
    await stage.server.call('restoreConfiguration', restore, { as: stage.owner.token });
    await received(device, 3);
    await isApplied(id, device.runs);

    await setPassword(id, null);
    await received(device, 4);
    await isApplied(id, device.runs);
    // The reported version is current and not sent again: a password does not make a version outdated.
    device.report();
    await device.drop();
    await device.connect({ reason: 'socket' });
    await stage.sendCommand([id], { name: 'ping' });
    await received(device, 5);
    expect(device.received.at(-1)?.command.name).toBe('ping');
    expect(passwords(device)).toEqual(['Zebra-Quay-77', 'Heron-Pier-88', 'Heron-Pier-88', undefined]);
    expect(sshByPassword(device)).toEqual([true, true, true, false]);
    for (const password of ['Zebra-Quay-77', 'Heron-Pier-88'])
      expect(await holding(password, id)).toEqual([]);
  },
);

test('an unreadable password fails the push of its device only', async () => {
  const [lost, fine] = [await stage.online(), await stage.online()];
  for (const { device } of [lost, fine]) takesAll(device);
  await stage.server.platform.database.asSystem((tx) =>
    tx.run(
      sql`update device set sealed_password = 'c2VhbGVkIGVsc2V3aGVyZSBieSBhbm90aGVyIGtleQ==' where id = ${lost.id}`,
    ),
  );
  for (const { id: deviceUUID } of [lost, fine])
    await stage.server.call('updateDevice', { deviceUUID, name: 'desk' }, { as: stage.owner.token });
  await received(fine.device);
  const last = async () =>
    (await stage.server.call('listDeviceCommands', { deviceUUID: lost.id }, { as: stage.owner.token })).data
      .rows[0]?.state;
  await expect.poll(last, WITHIN).toBe('sendFailed');
  expect(lost.device.received).toEqual([]);
});

test('a password in the answer of a device is not stored', async () => {
  const { id, device } = await stage.online();
  device.obey = ({ id: wire, command }) => {
    const text = JSON.stringify(command);
    expect(text).toContain('Zebra-Quay-77');
    device.answer(wire, { error: 2, text: `refused: ${text}`, rejected: [text] });
    device.answer(wire, { error: 2, text: `again: ${text}`, rejected: [text] });
  };
  await setPassword(id, 'Zebra-Quay-77');
  const last = async () =>
    (await stage.server.call('listDeviceCommands', { deviceUUID: id }, { as: stage.owner.token })).data
      .rows[0];
  await expect.poll(async () => (await last())?.state, WITHIN).toBe('configurationFailure');
  expect((await last())?.text).toContain('***');
  await expect.poll(() => stateOf(id), WITHIN).toBe('refused');
  expect(await holding('Zebra-Quay-77', id)).toEqual([]);
});
