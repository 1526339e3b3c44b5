import type { Report } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReportingDevice } from '../../telemetry/index.ts';
import { portOf, reportOf } from '../../telemetry/testing/reports.ts';
import { MINUTE, NOON, WatchStage } from '../testing/watch-stage.ts';

const OFFLINE = { type: 'deviceOffline', levels: [{ level: 'important', threshold: 5 }] } as const;
const DOWN = { type: 'portDown', levels: [{ level: 'secondary', threshold: 2 }] } as const;

/** The first device of a stage is the switch. */
const SWITCH = 'a0:00:00:00:00:01';

let stage: WatchStage;
let ap: ReportingDevice;
beforeEach(async () => {
  stage = await WatchStage.prepare();
  ap = await stage.ground.device('ap');
  await away(false);
  await stage.rule(DOWN);
});
afterEach(() => stage.end());

async function says(device: ReportingDevice, minute: number, report: Partial<Report>): Promise<void> {
  const at = NOON + minute * MINUTE;
  stage.ground.setClock(at);
  stage.holder.ingest.add(device, reportOf({ at, ...report }), at);
  await stage.holder.ingest.flush();
}

/** An access point tells at which port of the switch it hangs. */
function apSays(minute: number, port = 'LAN1'): Promise<void> {
  const link = { port: 'WAN', peerMac: SWITCH, peerName: '', peerPort: port, peerDescription: '' };
  return says(ap, minute, { links: [link] });
}

const switchSays = (minute: number, linked: boolean) =>
  says(stage.device, minute, { ports: [portOf('LAN1', { linked }), portOf('LAN2', { linked: true })] });

const away = (isAway: boolean) =>
  stage.ground.rows(sql`
    update device set status = ${isAway ? 'offline' : 'online'}, offline_at = now() where id = ${ap.deviceId}`);

async function portGoesDown(): Promise<void> {
  await switchSays(0, true);
  for (const minute of [1, 2, 3, 4]) await switchSays(minute, false);
}

test('a port is not told of when a device of ours at its far end is, whether that is known already or not', async () => {
  await stage.rule(OFFLINE);
  await apSays(0);
  await portGoesDown();
  expect(await stage.alarms()).toEqual([]);
  await away(true);
  await switchSays(30, false);
  expect(await stage.alarms()).toEqual([]);
  // It is back by another way, and the port is still down.
  await away(false);
  await apSays(31);
  await switchSays(32, false);
  expect(await stage.alarms()).toEqual(['secondary 32-open']);
});

test.each([
  ['a device that is there by another way', async () => apSays(3)],
  ['a device that hangs elsewhere', async () => apSays(0, 'LAN2')],
  [
    'one of which no rule would tell',
    async () => {
      await stage.ground.rows(sql`update alarm_rule set kinds = '{switch}' where type = 'deviceOffline'`);
      await apSays(0);
    },
  ],
  ['one nobody knows', async () => undefined],
])('a port is told of at once when it leads to %s', async (_says, prepare) => {
  await stage.rule(OFFLINE);
  await switchSays(0, true);
  await switchSays(1, false);
  await prepare();
  for (const minute of [2, 4]) await switchSays(minute, false);
  expect(await stage.alarms()).toEqual(['secondary 2-open']);
});
