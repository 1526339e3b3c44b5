import { MINUTE } from '@airloom/contract/time';
import type { Report } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReportingDevice } from '../../telemetry/index.ts';
import { portOf, reportOf } from '../../telemetry/testing/reports.ts';
import { NOON, WatchStage } from '../testing/watch-stage.ts';

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

async function sendReport(device: ReportingDevice, minute: number, report: Partial<Report>): Promise<void> {
  const at = NOON + minute * MINUTE;
  stage.ground.setClock(at);
  stage.holder.ingest.add(device, reportOf({ at, ...report }), at);
  await stage.holder.ingest.flush();
}

/** The access point reports its port of the switch. */
function apReports(minute: number, port = 'LAN1'): Promise<void> {
  const link = { port: 'WAN', peerMac: SWITCH, peerName: '', peerPort: port, peerDescription: '' };
  return sendReport(ap, minute, { links: [link] });
}

const switchReports = (minute: number, linked: boolean) =>
  sendReport(stage.device, minute, { ports: [portOf('LAN1', { linked }), portOf('LAN2', { linked: true })] });

const away = (isAway: boolean) =>
  stage.ground.rows(sql`
    update device set status = ${isAway ? 'offline' : 'online'}, offline_at = now() where id = ${ap.deviceId}`);

async function portGoesDown(): Promise<void> {
  await switchReports(0, true);
  for (const minute of [1, 2, 3, 4]) await switchReports(minute, false);
}

test('raises no port alarm when its peer has or will have an offline alarm', async () => {
  await stage.rule(OFFLINE);
  await apReports(0);
  await portGoesDown();
  expect(await stage.alarms()).toEqual([]);
  await away(true);
  await switchReports(30, false);
  expect(await stage.alarms()).toEqual([]);
  // The peer is back by another path, and the port is still down.
  await away(false);
  await apReports(31);
  await switchReports(32, false);
  expect(await stage.alarms()).toEqual(['secondary 32-open']);
});

test.each([
  ['a device that is online by another path', async () => apReports(3)],
  ['a device at another port', async () => apReports(0, 'LAN2')],
  [
    'a device without an offline rule',
    async () => {
      await stage.ground.rows(sql`update alarm_rule set kinds = '{switch}' where type = 'deviceOffline'`);
      await apReports(0);
    },
  ],
  ['an unknown device', async () => undefined],
])('raises a port alarm at once when the port leads to %s', async (_name, prepare) => {
  await stage.rule(OFFLINE);
  await switchReports(0, true);
  await switchReports(1, false);
  await prepare();
  for (const minute of [2, 4]) await switchReports(minute, false);
  expect(await stage.alarms()).toEqual(['secondary 2-open']);
});
