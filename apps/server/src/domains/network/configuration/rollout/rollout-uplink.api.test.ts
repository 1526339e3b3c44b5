import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import type { SwitchPorts } from '@airloom/contract/switches/port.rules';
import { MINUTE, SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { edits } from '../testing/change-stage.ts';
import { RolloutStage, WITHIN } from '../testing/rollout-stage.ts';
import { applied, type RolloutSwitch, switchOnline } from '../testing/rollout-switch.ts';
import { portsEdit, profileEdit, vlansEdit } from '../testing/switch-stage.ts';

let server: TestServer;
let stage: RolloutStage;
let rack: RolloutSwitch;
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
});
beforeEach(async () => {
  stage = await RolloutStage.open(server);
  rack = await switchOnline(stage);
});
afterEach(() => stage.end());
afterAll(() => server.stop());

const CUT = { port: 'Ethernet0', enabled: false };

/** The ports of the switch as an edit of the stored setting, if there is one. */
async function ports(...value: SwitchPorts['ports']): Promise<SettingEdit> {
  const input = { kind: 'switchPorts', placeUUID: rack.id } as const;
  const [row] = (await server.call('listSettings', input, stage.as)).data.rows;
  const edit = portsEdit(rack.id, value);
  return row === undefined ? edit : { ...edit, settingUUID: row.settingUUID, baseVersion: row.version };
}

/** A change that cut the switch off, which returned with its earlier configuration. */
async function cutOff(): Promise<string> {
  const change = await applied(stage, edits(await ports(CUT)), { isConfirmed: true });
  await expect.poll(() => rack.cutOffBy.length, WITHIN).toBe(1);
  await rack.returns();
  // The unanswered configuration ends.
  server.advance(3 * MINUTE + SECOND);
  return change;
}

const view = async () => (await server.call('viewDevice', { deviceUUID: rack.id }, stage.as)).data;

test('a change that cuts off the uplink is reverted when the switch returns with its earlier configuration', async () => {
  const change = await cutOff();
  const row = await stage.reaches(change, rack, 'reverted');
  expect(row).toMatchObject({ failure: 'notKept', missing: [] });
  const listed = await server.call('listChangeDevices', { changeUUID: change }, stage.as);
  expectSuccess(listed);
  expect(listed.data.rows).toMatchObject([{ state: 'reverted', failure: 'notKept' }]);
  await stage.becomes(change, 'doneWithFailures');
  expect(rack.cutOffBy).toHaveLength(1);
  expect(rack.received).toEqual([[], ['Ethernet0'], []]);
  expect(await stage.reasonsOf(rack)).toEqual(['takenOver', 'change', 'reverted']);
  expect((await view()).configurationState).toBe('applied');
});

test('a report that the switch stored while it was cut off does not verify the change', async () => {
  rack.device.keeps = true;
  const change = await applied(stage, edits(await ports(CUT)), { isConfirmed: true });
  await expect.poll(() => rack.cutOffBy.length, WITHIN).toBe(1);
  const measured = server.platform.now().getTime();
  server.advance(MINUTE);
  await rack.device.connect({ reason: 'power-on' });
  rack.sendStored(rack.cutOffBy[0] ?? 0, measured);
  server.advance(2 * MINUTE + SECOND);
  await stage.reaches(change, rack, 'reverted');
  expect(rack.cutOffBy).toHaveLength(1);
});

test('a switch that does not return is failed, and gets its earlier settings when it does', async () => {
  const change = await applied(stage, edits(await ports(CUT)), { isConfirmed: true });
  await expect.poll(() => rack.cutOffBy.length, WITHIN).toBe(1);
  await stage.goOffline(rack);
  server.advance(CONFIGURATION_LIMITS.answerWithinMs + SECOND);
  await stage.reaches(change, rack, 'reverting');
  await rack.returns();
  await stage.reaches(change, rack, 'reverted');
  expect(rack.cutOffBy).toHaveLength(1);
});

test('after a reverted cut other changes reach the switch without it, and their review names it', async () => {
  await stage.reaches(await cutOff(), rack, 'reverted');
  const source = edits(vlansEdit(rack.id, 30));
  const { data } = await server.call('reviewChange', { source }, stage.as);
  expect(data.cuts).toEqual([]);
  expect(data.devices[0]?.unsupported).toMatchObject([{ reason: 'uplinkProtected', port: 'Ethernet0' }]);
  expect(JSON.stringify(data.devices[0]?.differences)).not.toContain('enabled');
  const next = await applied(stage, source);
  await stage.reaches(next, rack, 'verified');
  const disable = await applied(stage, edits(await ports(CUT, { port: 'Ethernet2', enabled: false })));
  await stage.reaches(disable, rack, 'verified');
  expect(rack.cutOffBy).toHaveLength(1);
  expect(rack.received.slice(2)).toEqual([[], [], ['Ethernet2']]);
});

test('pending settings and a rename do not send a reverted cut either', async () => {
  await stage.reaches(await cutOff(), rack, 'reverted');
  const source = { kind: 'pending', siteUUID: stage.siteId } as const;
  const { data } = await server.call('reviewChange', { source }, stage.as);
  expect(data.devices.flatMap(({ differences }) => differences)).toEqual([]);
  const sent = rack.received.length;
  expectSuccess(await server.call('updateDevice', { deviceUUID: rack.id, name: 'Rack 2' }, stage.as));
  await expect.poll(() => rack.received.length, WITHIN).toBeGreaterThan(sent);
  expect(rack.cutOffBy).toHaveLength(1);
});

test('a retry of the reverted change sends the confirmed cut again, and it is reverted again', async () => {
  const change = await cutOff();
  await stage.reaches(change, rack, 'reverted');
  await stage.becomes(change, 'doneWithFailures');
  expectSuccess(await stage.control(change, 'retryFailed'));
  await expect.poll(() => rack.cutOffBy.length, WITHIN).toBe(2);
  await rack.returns();
  server.advance(3 * MINUTE + SECOND);
  await stage.reaches(change, rack, 'reverted');
});

test('a port that becomes the uplink after the review is not cut off, and the switch is left out', async () => {
  await stage.goOffline(rack);
  const change = await applied(stage, edits(await ports({ port: 'Ethernet1', enabled: false })));
  await stage.reaches(change, rack, 'offline');
  rack.uplink = 'Ethernet1';
  await stage.rows(sql`
    update device set reported_ports = (
      select jsonb_agg(port || jsonb_build_object('uplink', port ->> 'name' = 'Ethernet1'))
      from jsonb_array_elements(reported_ports) as port)
    where id = ${rack.id} returning id`);
  await rack.returns();
  expect(await stage.reaches(change, rack, 'skipped')).toMatchObject({ skipReason: 'uplinkNotConfirmed' });
  expect(rack.cutOffBy).toEqual([]);
});

test('a profile that disables the uplink leaves it as it is, whatever port is reported as the uplink later', async () => {
  const models = [{ model: 'virtual', ports: '1-2' }];
  const place = { level: 'site', uuid: stage.siteId } as const;
  const change = await applied(stage, edits(profileEdit(place, { name: 'Off', enabled: false, models })));
  await stage.reaches(change, rack, 'verified');
  expect(rack.received.at(-1)).toEqual(['Ethernet1']);
  rack.uplink = 'Ethernet2';
  rack.report();
  const uplinks = async () =>
    (
      await stage.rows(sql<{ name: string }>`
        select port ->> 'name' as name from device, jsonb_array_elements(reported_ports) as port
        where id = ${rack.id} and (port ->> 'uplink')::boolean`)
    ).map(({ name }) => name);
  await expect.poll(uplinks, WITHIN).toEqual(['Ethernet2']);
  const next = await applied(stage, edits(vlansEdit(rack.id, 30)));
  await stage.reaches(next, rack, 'verified');
  expect(rack.received.at(-1)).toEqual(['Ethernet1']);
});

test('a port that was not as configured before the change is no failure of it', async () => {
  const first = await applied(stage, edits(await ports({ port: 'Ethernet2', enabled: false })));
  await stage.reaches(first, rack, 'verified');
  rack.enableLocally('Ethernet2');
  const disabled = async () =>
    (
      await stage.rows(sql<{ report: string }>`
        select report from device_last_report where device_id = ${rack.id}`)
    ).map(({ report }) => JSON.parse(report).disabledPorts);
  await expect.poll(disabled, WITHIN).toEqual([[]]);
  const next = await applied(stage, edits(vlansEdit(rack.id, 30)));
  await stage.reaches(next, rack, 'verified');
});

test('an old version with another uplink port is restored only when that is confirmed, and returns in time', async () => {
  const other = { port: 'Ethernet0', label: 'Core' };
  await stage.reaches(await applied(stage, edits(await ports(other))), rack, 'verified');
  const { data } = await server.call('listConfigurations', { deviceUUID: rack.id }, stage.as);
  const input = { deviceUUID: rack.id, version: data.rows.at(-1)?.version ?? 0 };
  const refused = await server.call('restoreConfiguration', input, stage.as);
  expectFailure(refused, 'uplinkNotConfirmed');
  expect(refused.msg).toContain('Ethernet0');
  rack.device.obey = () => undefined;
  expectSuccess(await server.call('restoreConfiguration', { ...input, cutConfirmed: true }, stage.as));
  const isTried = async () =>
    (
      await stage.rows(sql`
        select from device where id = ${rack.id} and trial_version is not null and trial_sent_at is not null`)
    ).length > 0;
  await expect.poll(isTried, WITHIN).toBe(true);
  await stage.goOffline(rack);
  server.advance(CONFIGURATION_LIMITS.answerWithinMs + SECOND);
  await server.platform.addJob('revertTrials', {}, 'revertTrials');
  await expect.poll(async () => (await stage.reasonsOf(rack)).at(-1), WITHIN).toBe('reverted');
  const { data: log } = await server.call('listOperations', { call: 'revertConfiguration' }, stage.as);
  expect(log.rows).toMatchObject([{ userName: '', objects: [{ kind: 'device', name: 'Rack' }] }]);
});
