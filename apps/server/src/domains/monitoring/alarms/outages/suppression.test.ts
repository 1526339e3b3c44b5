import type { CommandName } from '@airloom/contract/commands/commands.model';
import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../../platform/ids.ts';
import type { ReportingDevice } from '../../telemetry/index.ts';
import { type Fixture, insertDevice, openAccount, openFixture } from '../../telemetry/testing/fixture.ts';
import { insertMaintenance } from '../testing/stored-rules.ts';
import { suppressedDevices } from './suppression.ts';

const NOON = Date.UTC(2026, 9, 20, 12);

let ground: Fixture;
let device: ReportingDevice;
let other: ReportingDevice;
beforeEach(async () => {
  ground = await openFixture();
  device = await ground.device();
  other = await ground.device('ap', null);
});
afterEach(() => ground.end());

async function suppressedAmong(...keys: ReportingDevice[]): Promise<string[]> {
  const found = await ground.platform.database.asSystem((tx) => suppressedDevices(tx, keys, new Date(NOON)));
  return [...found];
}

/** Minutes before now. */
interface CommandTimes {
  readonly created: number;
  readonly sent: number | null;
  readonly ended: number | null;
}

function at(minutes: number | null): Date | null {
  return minutes === null ? null : new Date(NOON - minutes * MINUTE);
}

async function insertCommand(command: CommandName, { created, sent, ended }: CommandTimes): Promise<void> {
  const batchId = newId();
  await ground.rows(sql`
    insert into command_batch (tenant_id, id, command, params, created_by_name, created_at)
    values (${ground.tenant}, ${batchId}, ${command}, '{}', 'Ann', ${at(created)})`);
  await ground.rows(sql`
    insert into command (tenant_id, id, batch_id, device_id, device_name, device_kind, command, exclusive, params,
                         state, created_at, deadline, sent_at, ended_at)
    values (${ground.tenant}, ${newId()}, ${batchId}, ${device.deviceId}, 'AP', 'ap', ${command}, true, '{}',
            ${ended === null ? 'sending' : 'success'}, ${at(created)}, ${at(0)}, ${at(sent)}, ${at(ended)})`);
}

test('suppresses nothing without a reason', async () => {
  expect(await suppressedAmong(device, other)).toEqual([]);
  expect(await suppressedAmong()).toEqual([]);
});

test('suppresses a device that is being upgraded, and no other', async () => {
  await ground.rows(sql`update device set upgrade_status = 'upgrading' where id = ${device.deviceId}`);
  expect(await suppressedAmong(device, other)).toEqual([device.deviceId]);
  await ground.rows(sql`update device set upgrade_status = 'upgradeFailed'`);
  expect(await suppressedAmong(device, other)).toEqual([]);
});

test.each<[name: string, command: CommandName, insertCommand: CommandTimes, isSuppressed: boolean]>([
  ['in flight', 'reboot', { created: 5, sent: 5, ended: null }, true],
  ['in flight for long', 'upgrade', { created: 40, sent: 40, ended: null }, true],
  ['ended nine minutes ago', 'factoryReset', { created: 60, sent: 60, ended: 9 }, true],
  ['ended eleven minutes ago', 'reboot', { created: 60, sent: 60, ended: 11 }, false],
  ['that is pending', 'reboot', { created: 5, sent: null, ended: null }, false],
  ['that was cancelled before it was sent', 'reboot', { created: 5, sent: null, ended: 2 }, false],
  ['that is not disruptive', 'ping', { created: 1, sent: 1, ended: null }, false],
])('a command %s (%s)', async (_name, command, given, isSuppressed) => {
  await insertCommand(command, given);
  expect(await suppressedAmong(device, other)).toEqual(isSuppressed ? [device.deviceId] : []);
});

test.each([
  ['is active', -1, 1, true],
  ['is planned', 1, 2, false],
  ['has just ended', -1, 0, false],
  ['begins now', 0, 1, true],
])('maintenance that %s', async (_name, from, to, isSuppressed) => {
  await insertMaintenance(ground.platform.database, ground, NOON + from * MINUTE, NOON + to * MINUTE);
  expect(await suppressedAmong(device, other)).toEqual(isSuppressed ? [device.deviceId] : []);
});

test('suppresses members of a suppressedAmong controller', async () => {
  const controller = await ground.device('controller', null);
  await ground.rows(sql`update device set managed_by = ${controller.deviceId} where id = ${other.deviceId}`);
  await ground.rows(sql`update device set upgrade_status = 'upgrading' where id = ${controller.deviceId}`);
  expect(await suppressedAmong(device, other)).toEqual([other.deviceId]);
});

test('handles devices of several accounts at once', async () => {
  const { database } = ground.platform;
  const account = await openAccount(database);
  const theirs = await insertDevice(database, { ...account, kind: 'ap' }, 'b00000000001');
  await insertMaintenance(database, account, NOON - MINUTE, NOON + MINUTE);
  expect(await suppressedAmong(device, theirs)).toEqual([theirs.deviceId]);
});
