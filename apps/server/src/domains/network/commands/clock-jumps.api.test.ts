import { DAY, HOUR, SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { commandStage, received } from './testing/command-stage.ts';

const stage = commandStage();
const { online, sendCommand, stateOf, ends } = stage;

// Sequential: the certificates of the devices stay valid all the time.
describe.each([
  ['a day forward', DAY],
  ['an hour back', -HOUR],
  ['a day back', -DAY],
  ['an hour forward', HOUR],
])('the clock is set %s', (_, jump) => {
  test('a command keeps its remaining time', async () => {
    const { id, device } = await online();
    const witness = await online();
    const cfgUUID = await sendCommand([id], { name: 'reboot' });
    await received(device);
    device.answer(device.received[0]?.id ?? 0, { error: 0, text: 'Success' });
    await expect.poll(async () => (await stage.rowsOf(cfgUUID))[0]?.text).toBe('Success');
    stage.server.setClock(jump);
    // This command is sent and ends after the sweep has had its chance to end the other one.
    const silent = await sendCommand([witness.id], { name: 'locate' });
    await received(witness.device);
    stage.server.advance(31 * SECOND);
    await ends(silent, 'ackTimeout');
    expect(await stateOf(cfgUUID)).toBe('sending');
    stage.server.advance(5 * 60 * SECOND);
    await ends(cfgUUID, 'responseTimeout');
  });

  test('a command for a device of another gateway is left to that gateway', async () => {
    const { id, device } = await online();
    const witness = await online();
    const cfgUUID = await sendCommand([id], { name: 'reboot' });
    await received(device);
    device.answer(device.received[0]?.id ?? 0, { error: 0, text: 'Success' });
    await expect.poll(async () => (await stage.rowsOf(cfgUUID))[0]?.text).toBe('Success');
    const { database } = stage.server.platform;
    const other = newId();
    await database.asSystem(async (tx) => {
      await tx.run(
        sql`insert into gateway_process (id, started_at, seen_at) values (${other}, now(), now())`,
      );
      await tx.run(sql`update device set gateway_id = ${other} where id = ${id}`);
    });
    stage.server.setClock(jump);
    const silent = await sendCommand([witness.id], { name: 'locate' });
    await received(witness.device);
    stage.server.advance(31 * SECOND);
    await ends(silent, 'ackTimeout');
    expect(await stateOf(cfgUUID)).toBe('sending');
    // That gateway ended: no process holds its devices.
    const past = new Date(stage.server.platform.now().getTime() - SECOND);
    await database.asSystem(async (tx) => {
      await tx.run(sql`update command set deadline = ${past} where device_id = ${id} and ended_at is null`);
      await tx.run(sql`delete from gateway_process where id = ${other}`);
      await tx.run(sql`update device set gateway_id = null where id = ${id}`);
    });
    await ends(cfgUUID, 'responseTimeout');
  });
});
