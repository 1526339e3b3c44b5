import { HOUR, MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  SMTP_USER,
  type SmtpStandIn,
  startSmtp,
} from '../../../../platform/senders/testing/smtp-stand-in.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { planMissed } from '../notices.jobs.ts';
import { buildStage, change, log, notifyBy, raise, type Stage, shortLog } from '../testing/notice-stage.ts';

let smtp: SmtpStandIn;
let server: TestServer;
let stage: Stage;
/** Differs in each test. */
let ada: string;
let tests = 0;
beforeAll(async () => {
  smtp = await startSmtp();
  const user = `${encodeURIComponent(SMTP_USER.name)}:${encodeURIComponent(SMTP_USER.password)}`;
  server = await startTestServer({
    SMTP_URL: `smtp://${user}@127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Airloom <airloom@example.org>',
  });
});
beforeEach(async () => {
  stage = await buildStage(server);
  tests += 1;
  ada = `ada${tests}@example.org`;
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const clock = (ms: number) =>
  new Date(server.platform.now().getTime() + HOUR + ms).toISOString().slice(11, 16);

/** Quiet hours that have begun and last some hours, by the clock of the site, an hour ahead of UTC. */
function quiet(hours: number) {
  const [from, to] = [clock(-2 * HOUR), clock(hours * HOUR)];
  const tonight = [
    { from, to: '23:59' },
    { from: '00:00', to },
  ];
  return { restTimes: from < to ? [{ from, to }] : tonight, urgentAlways: false };
}

type Setting = Parameters<typeof notifyBy>[2];

const notifyAda = (name: string, fields: Setting = {}) =>
  notifyBy(server, stage, { name, emails: [ada], ...fields });

const remove = (settingUUID: string) => server.call('deleteNoticeSetting', { settingUUID }, stage.as);

function save(settingUUID: string, name: string, fields: Setting) {
  const levels = ['urgent' as const, 'important' as const];
  const setting = { name, levels, modes: ['mail' as const], emails: [ada], ...fields };
  return server.call('updateNoticeSetting', { settingUUID, setting }, stage.as);
}

const because = async () =>
  (await log(server, stage)).map((row) => `${row.step} ${row.because} ${row.state}`).toSorted();
const lines = () => shortLog(server, stage, 'mail');
const mails = () => smtp.mails.filter(({ to }) => to[0]?.toLowerCase() === ada);
const find = () => planMissed(server.platform).run();

describe('a notice that two settings send to one address', () => {
  test('is sent once by the other setting after its quiet hours when one is deleted', async () => {
    const night = await notifyAda('Night', quiet(2));
    await notifyAda('Office', { ...quiet(6), emails: [ada.toUpperCase()] });
    const [id = ''] = await raise(server, stage);
    expect(await because()).toEqual(['raised Night waiting']);
    await remove(night);
    expect(await because()).toEqual(['raised Office waiting']);
    // Repeated events and the search for missed notices add none.
    await change(server, stage, id, {});
    await find();
    server.advance(4 * HOUR);
    await find();
    expect(await because()).toEqual(['raised Office waiting']);
    expect(mails()).toHaveLength(0);
    server.advance(2 * HOUR + 2 * MINUTE);
    await expect.poll(because, WITHIN).toEqual(['raised Office sent']);
    await find();
    expect(mails()).toHaveLength(1);
  });

  test('is sent by the other setting when one is disabled, and dropped when both are', async () => {
    const night = await notifyAda('Night', quiet(2));
    const office = await notifyAda('Office', quiet(6));
    await raise(server, stage, { part: 'a' }, { part: 'b' });
    await save(night, 'Night', { ...quiet(2), enabled: false });
    expect(await because()).toEqual(['raised Office waiting', 'raised Office waiting']);
    await save(office, 'Office', { ...quiet(6), enabled: false });
    expect(await because()).toEqual(['raised Office dropped', 'raised Office dropped']);
  });

  test('is dropped when both settings are deleted at once', async () => {
    const night = await notifyAda('Night', quiet(2));
    const office = await notifyAda('Office', quiet(6));
    await raise(server, stage);
    const waiting = sql`select 1 from pg_locks where not granted
      and database = (select oid from pg_database where datname = current_database())`;
    // Neither transaction commits before the other has reached the lock.
    const both = await server.platform.database.asSystem(async (tx) => {
      await tx.run(sql`lock table operation_log in exclusive mode`);
      const going = [remove(night), remove(office)];
      await expect.poll(() => tx.all(waiting), WITHIN).toHaveLength(2);
      return { going };
    });
    await Promise.all(both.going);
    expect(await lines()).toEqual([`raised mail ${ada} dropped`]);
  });

  test('is escalated at the time of the other setting', async () => {
    const night = await notifyAda('Night', { escalateMinutes: 30 });
    await notifyAda('Office', { escalateMinutes: 90 });
    await raise(server, stage);
    await remove(night);
    server.advance(60 * MINUTE);
    await find();
    expect(await because()).toEqual(['escalated Office waiting']);
    server.advance(31 * MINUTE);
    await expect.poll(because, WITHIN).toEqual(['escalated Office sent']);
    expect(mails()).toHaveLength(1);
  });

  test('is followed by a cleared notice if the remaining setting sends these', async () => {
    for (const tellsClears of [true, false]) {
      stage = await buildStage(server);
      const night = await notifyAda('Night', quiet(2));
      await notifyAda('Office', { ...quiet(6), tellsClears });
      const [id = ''] = await raise(server, stage);
      await server.platform.database.asSystem((tx) =>
        tx.run(sql`
          update notice set state = 'sent', ended_at = ${server.platform.now()}
          where tenant_id = ${stage.owner.tenant}`),
      );
      await change(server, stage, id, { clearedAt: server.platform.now() });
      await remove(night);
      const over = tellsClears ? 'cleared Office waiting' : 'cleared Night dropped';
      expect(await because()).toEqual([over, 'raised Night sent']);
    }
  });

  test('keeps its id after the first attempt', async () => {
    const night = await notifyAda('Night');
    await notifyAda('Office');
    await smtp.stop();
    await raise(server, stage);
    server.advance(11_000);
    const first = async () => (await log(server, stage))[0];
    await expect.poll(async () => (await first())?.error, WITHIN).toContain('ESOCKET');
    await remove(night);
    expect(await because()).toEqual(['raised Office waiting']);
    smtp = await startSmtp(smtp.port);
    server.advance(MINUTE);
    await expect.poll(because, WITHIN).toEqual(['raised Office sent']);
    const ids = mails().map(({ raw }) => /^Message-ID: <([^@]*)@/im.exec(raw)?.[1]);
    expect(ids).toEqual([(await first())?.noticeUUID]);
  });
});

test('is sent again under its id by one process after a crash', async () => {
  const night = await notifyAda('Night', quiet(6));
  await notifyAda('Office', quiet(6));
  await raise(server, stage);
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      update notice set message_id = id, attempts = 1, first_tried_at = ${server.platform.now()},
        due_at = ${server.platform.now()}, leased_until = ${new Date(server.platform.now().getTime() + MINUTE)}
      where tenant_id = ${stage.owner.tenant}`),
  );
  await remove(night);
  expect(await because()).toEqual(['raised Night waiting']);
  await find();
  server.advance(2 * MINUTE);
  await expect.poll(because, WITHIN).toEqual(['raised Night sent']);
  const [row] = await log(server, stage);
  expect([row?.error, row?.attempts]).toEqual(['interrupted', 2]);
  server.advance(7 * HOUR);
  await find();
  expect(await because()).toEqual(['raised Night sent']);
  expect(mails()).toHaveLength(1);
});

test('is reassigned over to a setting that was only changed, not to one created or enabled since', async () => {
  const off = await notifyAda('Off', { ...quiet(6), enabled: false });
  const night = await notifyAda('Night', quiet(6));
  const office = await notifyAda('Office', quiet(6));
  await raise(server, stage);
  await save(office, 'Office hours', { ...quiet(6), emails: [ada, 'bob@example.org'] });
  await notifyAda('New', quiet(6));
  await save(off, 'Off', quiet(6));
  await remove(night);
  expect(await because()).toEqual(['raised Office hours waiting']);
  await remove(office);
  expect(await because()).toEqual(['raised Office hours dropped']);
  await find();
  expect(await lines()).toEqual([`raised mail ${ada} dropped`]);
});

test('is reassigned over to the rule', async () => {
  const rule = await server.call(
    'createAlarmRule',
    {
      name: 'Busy',
      type: 'highCpu',
      levels: [{ level: 'important', threshold: 95 }],
      modes: ['mail'],
      emails: [ada],
      repeat: 2,
      restTimes: quiet(6).restTimes,
    },
    stage.as,
  );
  const night = await notifyAda('Night', quiet(2));
  await raise(server, stage, { ruleId: rule.data.ruleUUID });
  await remove(night);
  expect(await because()).toEqual(['raised Busy waiting', 'repeated Busy waiting']);
  const rows = await log(server, stage);
  const dueAt = (step: string) => Date.parse(rows.find((row) => row.step === step)?.dueAt ?? '');
  expect(dueAt('repeated') - dueAt('raised')).toBe(10 * MINUTE);
});
