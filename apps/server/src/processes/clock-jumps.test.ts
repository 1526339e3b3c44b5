import { OK, OK_ACCEPTED } from '@airloom/contract/errors';
import { DAY, HOUR, MINUTE, SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildStage,
  notifyBy,
  raise,
  type Stage,
  shortLog,
} from '../domains/monitoring/notices/testing/notice-stage.ts';
import { planReports, sendReports } from '../domains/monitoring/statistics/reports/delivery.ts';
import {
  awaitUpgradeCommand,
  Fleet,
  upgradeCommands,
  upgradeTo,
} from '../domains/network/firmware/testing/fleet.ts';
import { newId } from '../platform/ids.ts';
import { openSenders } from '../platform/senders/open-senders.ts';
import { SMTP_USER, type SmtpStandIn, startSmtp } from '../platform/senders/testing/smtp-stand-in.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { WITHIN } from '../testing/within.ts';

/** Each look lets time pass on the server. */
const SLOWLY = { ...WITHIN, interval: 200 };

let server: TestServer;
let smtp: SmtpStandIn;
let stage: Stage;
let fleet: Fleet;
beforeAll(async () => {
  smtp = await startSmtp();
  const user = `${encodeURIComponent(SMTP_USER.name)}:${encodeURIComponent(SMTP_USER.password)}`;
  server = await startTestServer({
    GATEWAY_PORT: '0',
    SMTP_URL: `smtp://${user}@127.0.0.1:${smtp.port}`,
  });
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const mailsTo = (address: string) => smtp.mails.filter(({ to }) => to.includes(address));

async function sendCommand(deviceId: string, name: 'reboot' | 'locate'): Promise<void> {
  const input = { deviceUUIDs: [deviceId], command: { name } };
  expect((await server.call('sendCommand', input, fleet.as)).code).toBe(OK_ACCEPTED);
}

async function makeReport(email: string): Promise<void> {
  const report = {
    name: 'Morning',
    pages: ['property' as const],
    rhythm: 'daily' as const,
    hour: (server.platform.now().getUTCHours() + 2) % 24,
    timeZone: 'UTC',
    language: 'en' as const,
    emails: [email],
  };
  expect((await server.call('createReport', report, stage.as)).code).toBe(OK);
}

/** Jobs of scheduled reports, which run every minute. */
async function runReports(): Promise<void> {
  const { platform } = server;
  await planReports(platform);
  await sendReports({
    ...platform,
    senders: openSenders(platform.settings, platform.database, platform.log),
  });
}

async function statesOf(table: 'command' | 'upgrade', deviceId: string): Promise<string[]> {
  const rows = await server.platform.database.asSystem((tx) =>
    tx.all(sql<{ state: string }>`
      select state from ${sql.table(table)} where device_id = ${deviceId} order by created_at`),
  );
  return rows.map(({ state }) => state);
}

describe.each([
  ['a day back', -DAY],
  ['an hour back', -HOUR],
  ['an hour forward', HOUR],
  ['a day forward', DAY],
])('the clock is set %s', (_, jump) => {
  // The clock is never behind the certificates of the devices: one that is set back was ahead.
  beforeEach(async () => {
    if (jump < 0) server.setClock(-jump);
    stage = await buildStage(server);
    fleet = await Fleet.open(server);
  });
  afterEach(async () => {
    await fleet.end();
    if (jump > 0) server.setClock(-jump);
  });

  test('everything goes on: nothing is lost, and nothing is done twice', async () => {
    const [kept, withCommand, upgraded] = [
      await fleet.online('kept'),
      await fleet.online('ordered'),
      await fleet.online('upgraded'),
    ];
    const [alarms, reports] = [`${newId()}@example.org`, `${newId()}@example.org`];
    await notifyBy(server, stage, { emails: [alarms] });
    await makeReport(reports);
    const startsIn = 30 * MINUTE;
    const reportSentIn = 2 * HOUR + 10 * MINUTE;
    await fleet.campaign({
      firmwareUUID: await fleet.image('next'),
      target: { kind: 'devices', deviceUUIDs: [upgraded.id] },
      startAt: new Date(server.platform.now().getTime() + startsIn).toISOString(),
      retries: 0,
    });
    const received = (name: string) =>
      withCommand.device.received.filter(({ command }) => command.name === name);
    await sendCommand(withCommand.id, 'reboot');
    await expect.poll(() => received('reboot').length, SLOWLY).toBe(1);
    await sendCommand(withCommand.id, 'locate');
    await raise(server, stage);

    server.setClock(jump);

    // The command that was sent succeeds, then the one that waited for it.
    withCommand.device.answer(received('reboot')[0]?.id ?? 0);
    await withCommand.device.restart();
    await expect.poll(() => received('locate').length, SLOWLY).toBe(1);
    withCommand.device.answer(received('locate')[0]?.id ?? 0);
    await expect.poll(() => statesOf('command', withCommand.id), SLOWLY).toEqual(['success', 'success']);
    // The alarm is notified once.
    const log = () => {
      server.advance(6 * SECOND);
      return shortLog(server, stage, 'mail');
    };
    await expect.poll(log, SLOWLY).toEqual([`raised mail ${alarms} sent`]);
    // The sessions and the devices are kept.
    for (const { as } of [stage, fleet]) expect((await server.call('listSessions', {}, as)).code).toBe(OK);
    for (const { id } of [kept, withCommand])
      expect(await fleet.statusOf(id)).toMatchObject({ status: 'online' });
    // The campaign starts and the report is sent at their time by the new clock.
    const left = Math.max(0, reportSentIn - jump);
    if (left > 0) {
      await upgraded.device.drop();
      const status = () => {
        server.advance(21 * SECOND);
        return fleet.statusOf(upgraded.id);
      };
      await expect.poll(status, SLOWLY).toMatchObject({ status: 'offline' });
      server.advance(left);
      await upgraded.device.connect();
    }
    await awaitUpgradeCommand(upgraded.device);
    await upgradeTo(upgraded.device, 'next');
    await expect.poll(() => statesOf('upgrade', upgraded.id), SLOWLY).toEqual(['succeeded']);
    // The server's own job may be sending the report just now.
    const reportMails = async () => {
      await runReports();
      return mailsTo(reports).length;
    };
    await expect.poll(reportMails, SLOWLY).toBe(1);
    await runReports();

    expect(upgradeCommands(upgraded.device)).toHaveLength(1);
    expect([received('reboot').length, received('locate').length]).toEqual([1, 1]);
    expect(mailsTo(alarms)).toHaveLength(1);
    expect(mailsTo(reports)).toHaveLength(1);
  });
});
