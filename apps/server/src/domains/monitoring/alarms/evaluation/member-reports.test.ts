import { MINUTE } from '@airloom/contract/time';
import type { ClientSample, MemberSample } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../../platform/ids.ts';
import { Ingest, type ReportingDevice } from '../../telemetry/index.ts';
import { clientOf, memberSample, radioOf, reportOf } from '../../telemetry/testing/reports.ts';
import { countStatements } from '../testing/statement-counter.ts';
import { NOON, WatchStage } from '../testing/watch-stage.ts';

const CLIENT_COUNT_RULE = { type: 'clientCount', levels: [{ level: 'secondary', threshold: 80 }] } as const;

interface Member extends ReportingDevice {
  readonly serial: string;
}

let stage: WatchStage;
let controller: ReportingDevice;
beforeEach(async () => {
  stage = await WatchStage.prepare();
  controller = await stage.ground.device('ac');
});
afterEach(() => stage.end());

/** An access point managed by the controller. */
async function member(): Promise<Member> {
  const device = await stage.ground.device('ap');
  const [row] = await stage.ground.rows(sql<{ serial: string }>`
    update device set managed_by = ${controller.deviceId} where id = ${device.deviceId} returning serial`);
  return { ...device, serial: row?.serial ?? '' };
}

function add(minute: number, members: readonly MemberSample[], clients: readonly ClientSample[] = []): void {
  const at = NOON + minute * MINUTE;
  stage.ground.setClock(at);
  stage.holder.ingest.add(controller, reportOf({ at, members, clients }), at);
}

async function report(...reported: Parameters<typeof add>): Promise<void> {
  add(...reported);
  await stage.holder.ingest.flush();
}

/** Reports this many clients, one report per minute. */
async function reportClients({ serial }: Member, first: number, ...counts: number[]): Promise<void> {
  for (const [index, clients] of counts.entries())
    await report(first + index, [memberSample(serial, { clients })]);
}

const alarms = () =>
  stage.ground.rows(sql<object>`
    select alarm.type, alarm.device_id as "deviceId", alarm.device_kind as kind, alarm.part, alarm.value
    from alarm order by alarm.type`);

test('evaluates member reports of a controller like reports of the access point', async () => {
  await stage.rule(CLIENT_COUNT_RULE);
  await stage.rule({ type: 'channelUtilisation', levels: [{ level: 'secondary', threshold: 85 }] });
  await stage.rule({ type: 'weakSignal', levels: [{ level: 'notice', threshold: -78 }] });
  const [busy, idle] = [await member(), await member()];
  const bssids = ['90:3c:b3:bb:1d:a9'];
  const clients = ['01', '02', '03'].map((end) => {
    const client = clientOf(`02:00:00:00:00:${end}`, 60, 100);
    return { ...client, wireless: client.wireless && { ...client.wireless, signal: -85 } };
  });
  const radios = [radioOf(1, { utilisationPercent: 95 })];
  await report(
    0,
    [memberSample(busy.serial, { clients: 150, radios, bssids }), memberSample(idle.serial, { clients: 4 })],
    clients,
  );
  const own = { deviceId: busy.deviceId, kind: 'ap' };
  expect(await alarms()).toEqual([
    { type: 'channelUtilisation', ...own, part: '5G 1', value: 95 },
    { type: 'clientCount', ...own, part: '', value: 150 },
    { type: 'weakSignal', ...own, part: '', value: -85 },
  ]);
  await report(1, [memberSample(busy.serial, { clients: 3, radios: [radioOf(1)] })]);
  expect(await stage.watches()).toEqual([{ level: 'notice', part: '' }]);
  expect(await stage.publishedAlarms()).toHaveLength(5);
});

test('applies the hold time and raises and clears once across restarts and repeated reports', async () => {
  await stage.rule({ ...CLIENT_COUNT_RULE, holdMinutes: 2 });
  const device = await member();
  await reportClients(device, 0, 10, 90);
  await stage.restart();
  await reportClients(device, 2, 90);
  expect(await stage.alarms()).toEqual([]);
  await reportClients(device, 3, 90);
  await stage.restart();
  await reportClients(device, 3, 90);
  await reportClients(device, 4, 90);
  expect(await stage.alarms()).toEqual(['secondary 3-open']);
  let failures = 1;
  stage.holder.ingest.join(async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('the database is away');
    return () => undefined;
  });
  await reportClients(device, 5, 10);
  expect(failures).toBeLessThan(0);
  expect(await stage.alarms()).toEqual(['secondary 3-5 recovered']);
  expect(await stage.publishedAlarms()).toHaveLength(2);
});

test('evaluates several reports of one transaction in order of time', async () => {
  await stage.rule(CLIENT_COUNT_RULE);
  const { serial } = await member();
  for (const [minute, clients] of [10, 90, 90, 10].entries())
    add(minute, [memberSample(serial, { clients })]);
  await stage.holder.ingest.flush();
  expect(await stage.alarms()).toEqual(['secondary 1-3 recovered']);
});

test('ignores member reports that come too soon to be stored', async () => {
  await stage.rule(CLIENT_COUNT_RULE);
  const { serial } = await member();
  const bssids = ['90:3c:b3:bb:1d:a9'];
  await report(0, [memberSample(serial, { clients: 10, bssids })]);
  await report(0.2, [memberSample(serial, { clients: 90, bssids })]);
  expect(await stage.alarms()).toEqual([]);
  await report(0.6, [memberSample(serial, { clients: 90, bssids })]);
  expect(await stage.alarms()).toHaveLength(1);
});

test('raises nothing for an access point with its own connection or another controller', async () => {
  await stage.rule(CLIENT_COUNT_RULE);
  const [speaking, foreign] = [await member(), await member()];
  await stage.ground.rows(sql`update device set connection_id = ${newId()} where id = ${speaking.deviceId}`);
  await stage.ground.rows(sql`update device set managed_by = null where id = ${foreign.deviceId}`);
  await report(
    0,
    [speaking, foreign].map(({ serial }) => memberSample(serial, { clients: 90 })),
  );
  expect(await stage.alarms()).toEqual([]);
});

test('continues with the state another process wrote for the members of a controller', async () => {
  await stage.rule(CLIENT_COUNT_RULE);
  const device = await member();
  await reportClients(device, 0, 90);
  const here = stage.holder;
  stage.holder = stage.startHolder();
  controller = { ...controller, connectionId: newId() };
  await reportClients(device, 1, 10);
  await stage.stopHolder();
  stage.holder = here;
  controller = { ...controller, connectionId: newId() };
  await reportClients(device, 2, 90, 10);
  expect(await stage.alarms()).toEqual(['secondary 0-1 recovered', 'secondary 2-3 recovered']);
});

/** Statements needed to evaluate reports in a new process, per minute. */
async function costsOf(members: readonly Member[], first: number, ...counts: number[]): Promise<number[]> {
  await stage.restart();
  const costs: number[] = [];
  const { holder } = stage;
  const ingest = new Ingest(stage.ground.platform);
  ingest.join(async (tx, items, reported) => {
    const counted = countStatements(tx);
    const committed = await holder.watch.take(counted.tx, items, reported);
    costs.push(counted.statements());
    return committed;
  });
  await holder.ingest.stop();
  stage.holder = { ...holder, ingest };
  for (const [index, clients] of counts.entries()) {
    await report(
      first + index,
      members.map(({ serial }) => memberSample(serial, { clients })),
    );
  }
  return costs;
}

test('hundreds of members need as many statements as one, and none without changes', async () => {
  await stage.rule(CLIENT_COUNT_RULE);
  const members: Member[] = [];
  for (let index = 0; index < 200; index += 1) members.push(await member());
  const [first, ...others] = members;
  if (first === undefined) throw new Error('There are no members');
  const one = await costsOf([first], 0, 10, 20, 90, 95, 10);
  const many = await costsOf(others, 10, 10, 20, 90, 95, 10);
  expect(many).toEqual(one);
  expect([one[1], one[3]]).toEqual([0, 0]);
  expect(await stage.alarms()).toHaveLength(200);
});
