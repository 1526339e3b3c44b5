import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  SMPP_USER,
  type SmppStandIn,
  startSmpp,
} from '../../../../platform/senders/testing/smpp-stand-in.ts';
import {
  SMTP_USER,
  type SmtpStandIn,
  startSmtp,
} from '../../../../platform/senders/testing/smtp-stand-in.ts';
import { PASSWORD } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { alarmAt } from '../../alarms/testing/alarm-stage.ts';
import { buildStage, change, log, notifyBy, raise, type Stage, shortLog } from '../testing/notice-stage.ts';

let smtp: SmtpStandIn;
let smpp: SmppStandIn;
let server: TestServer;
let stage: Stage;
beforeEach(async () => {
  smtp = await startSmtp();
  smpp = await startSmpp();
  const mailUser = `${encodeURIComponent(SMTP_USER.name)}:${encodeURIComponent(SMTP_USER.password)}`;
  const smsUser = `${SMPP_USER.systemId}:${encodeURIComponent(SMPP_USER.password)}`;
  server = await startTestServer({
    SMTP_URL: `smtp://${mailUser}@127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Airloom <airloom@example.org>',
    SMPP_URL: `smpp://${smsUser}@127.0.0.1:${smpp.port}`,
    PUBLIC_URL: 'https://airloom.example.org',
  });
  stage = await buildStage(server);
});
afterEach(async () => {
  await server.stop();
  await smtp.stop();
  await smpp.stop();
});

const messageIds = () => smtp.mails.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
const subjects = () => smtp.mails.map(({ raw }) => /^Subject: (.*)$/im.exec(raw)?.[1]?.trim());
/** Long lines are wrapped in transit. */
const texts = () => smtp.mails.map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='));
const waits = async () => (await log(server, stage)).filter(({ state }) => state === 'waiting').length;

describe('a notice', () => {
  test('is sent once by mail and SMS when the alarm is raised and cleared', async () => {
    await notifyBy(server, stage, { modes: ['mail', 'sms'], phones: ['+48 600100200'] });
    const [id = ''] = await raise(server, stage);
    await raise(server, stage, { level: 'notice', part: 'quiet' });
    expect(await waits()).toBe(2);
    server.advance(11_000);
    await expect.poll(() => smtp.mails.length, WITHIN).toBe(1);
    await expect.poll(() => smpp.submitted.length, WITHIN).toBe(1);
    expect(smtp.mails[0]?.to).toEqual(['night@example.org']);
    expect(subjects()).toEqual(['Alarm: High CPU load, Harbour, Harbour ap (Important)']);
    expect(texts()[0]).toContain('CPU load reached 97% (threshold 95%).');
    expect(texts()[0]).toContain('https://airloom.example.org/topalarm/list');
    await expect.poll(waits, WITHIN).toBe(0);

    await change(server, stage, id, { clearedAt: server.platform.now() });
    server.advance(11_000);
    await expect.poll(() => smtp.mails.length, WITHIN).toBe(2);
    await expect.poll(waits, WITHIN).toBe(0);
    expect(subjects()[1]).toBe('Alarm cleared: High CPU load, Harbour, Harbour ap (Important)');
    // Repeated events plan nothing new.
    await change(server, stage, id, {});
    server.advance(11_000);
    expect((await shortLog(server, stage, 'mail')).toSorted()).toEqual([
      'cleared mail night@example.org sent',
      'raised mail night@example.org sent',
    ]);
    expect(smtp.mails).toHaveLength(2);
  });

  test('keeps names on one line, without headers, links or markup', async () => {
    await notifyBy(server, stage, { modes: ['mail', 'sms'], phones: ['+48 600100200'] });
    const name = 'AP\r\nBcc: evil@example.org\r\n\r\n<script>alert(1)</script>';
    const part = '\nhttps://evil.example.org/\n';
    await raise(server, stage, { type: 'channelUtilisation', deviceName: name, part });
    server.advance(11_000);
    await expect.poll(() => smtp.mails.length, WITHIN).toBe(1);
    await expect.poll(() => smpp.submitted.length, WITHIN).toBeGreaterThan(0);
    const [mail] = smtp.mails;
    expect(mail?.to).toEqual(['night@example.org']);
    const [text = ''] = texts();
    expect(text).toMatch(/^Subject: .*AP Bcc/m);
    expect(text).not.toMatch(/^Bcc:/im);
    const html = text.slice(text.indexOf('Content-Type: text/html'));
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
    expect(text).not.toContain('href="https://evil.example.org/"');
    expect(text).not.toMatch(/^https:\/\/evil/m);
    expect(text).toContain('href="https://airloom.example.org/');
    const sms = smpp.submitted.map(({ short_message: { message } }) => message).join('');
    expect(sms).not.toMatch(/[\r\n]/);
  });

  test('is dropped when the alarm is cleared before it is due, as is the cleared notice', async () => {
    await notifyBy(server, stage);
    const [id = ''] = await raise(server, stage);
    await change(server, stage, id, { clearedAt: server.platform.now() });
    server.advance(20_000);
    await raise(server, stage, { part: 'another' });
    server.advance(20_000);
    await expect.poll(() => smtp.mails.length, WITHIN).toBe(1);
    await expect.poll(waits, WITHIN).toBe(0);
    expect((await shortLog(server, stage, 'mail')).toSorted()).toEqual([
      'raised mail night@example.org dropped',
      'raised mail night@example.org sent',
    ]);
  });

  test('is sent with others of its site in one mail', async () => {
    await notifyBy(server, stage);
    await raise(server, stage, ...Array.from({ length: 40 }, (_, index) => ({ part: String(index) })));
    server.advance(5_000);
    await raise(server, stage, { part: 'late', level: 'urgent' });
    server.advance(6_000);
    await expect.poll(() => smtp.mails.length, WITHIN).toBe(1);
    await expect.poll(waits, WITHIN).toBe(0);
    expect(subjects()).toEqual(['Alarm: 41 alarms at Harbour']);
    expect(smtp.mails).toHaveLength(1);
  });

  test('of a site outage is one per address and counts the offline devices', async () => {
    await notifyBy(server, stage, { emails: ['night@example.org', 'boss@example.org'] });
    const siteOutage = {
      type: 'siteOffline',
      level: 'urgent',
      value: 100,
      deviceId: null,
      deviceName: '',
    } as const;
    const id = await alarmAt(server, stage, stage.harbour, { ...siteOutage, deviceKind: null });
    await server.platform.database.asSystem((tx) =>
      tx.run(sql`insert into alarm_consequence (tenant_id, alarm_id, device_id)
        select ${stage.owner.tenant}::uuid, ${id}::uuid, gen_random_uuid() from generate_series(1, 500)`),
    );
    await change(server, stage, id, {});
    server.advance(11_000);
    await expect.poll(() => smtp.mails.length, WITHIN).toBe(2);
    await expect.poll(waits, WITHIN).toBe(0);
    expect(smtp.mails).toHaveLength(2);
    expect(texts()[0]).toContain('500 devices are offline as a result.');
  });

  test('is retried with pauses under the same id while the mail server is down', async () => {
    await notifyBy(server, stage);
    await smtp.stop();
    const [id = ''] = await raise(server, stage);
    server.advance(11_000);
    const tried = async () => (await log(server, stage))[0]?.attempts;
    await expect.poll(tried, WITHIN).toBe(1);
    await expect.poll(async () => (await log(server, stage))[0]?.error, WITHIN).toContain('ESOCKET');
    server.advance(31_000);
    await expect.poll(tried, WITHIN).toBe(2);
    await expect.poll(async () => (await log(server, stage))[0]?.dueAt, WITHIN).not.toBeNull();
    // It was due while the alarm was active: it is sent although the alarm is cleared by now.
    await change(server, stage, id, { clearedAt: server.platform.now() });
    smtp = await startSmtp(smtp.port);
    server.advance(2 * MINUTE);
    await expect.poll(() => smtp.mails.length, WITHIN).toBe(2);
    expect(subjects()[0]).toContain('Alarm:');
    expect(subjects()[1]).toContain('Alarm cleared:');
    const [raised] = await log(server, stage);
    expect(messageIds()[0]).toBe(`<${raised?.noticeUUID}@example.org>`);
  });

  test('is given up after the attempts of a day and can be retried by hand', async () => {
    await notifyBy(server, stage);
    await smtp.stop();
    await raise(server, stage, { part: 'a' }, { part: 'b' });
    server.advance(11_000);
    const states = async () => (await log(server, stage)).map((row) => row.state);
    await expect.poll(async () => (await log(server, stage))[0]?.attempts, WITHIN).toBe(1);
    await server.platform.database.asSystem((tx) => tx.run(sql`update notice set attempts = 29`));
    server.advance(60 * MINUTE);
    await expect.poll(states, WITHIN).toEqual(['failed', 'failed']);
    smtp = await startSmtp(smtp.port);
    const [failed] = await log(server, stage);
    const { userName: username } = stage.owner;
    const session = await server.call('login', { username, password: PASSWORD });
    const as = { as: session.data.access_token };
    const retried = await server.call('retryDelivery', { noticeUUID: failed?.noticeUUID ?? '' }, as);
    expect(retried.code).toBe(0);
    // Notices of one mail are sent together again.
    await expect.poll(states, WITHIN).toEqual(['sent', 'sent']);
    expect(subjects()).toEqual(['Alarm: 2 alarms at Harbour']);
  });

  test('is repeated until the alarm is confirmed', async () => {
    const rule = await server.call(
      'createAlarmRule',
      {
        name: 'Busy',
        type: 'highCpu',
        levels: [{ level: 'important', threshold: 95 }],
        modes: ['mail'],
        emails: ['rule@example.org'],
        repeat: 3,
      },
      stage.as,
    );
    const [id = ''] = await raise(server, stage, { ruleId: rule.data.ruleUUID });
    server.advance(11_000);
    await expect.poll(() => smtp.mails.length, WITHIN).toBe(1);
    server.advance(10 * MINUTE);
    await expect.poll(() => smtp.mails.length, WITHIN).toBe(2);
    await server.call('confirmAlarm', { alarmUUIDs: [id] }, stage.as);
    await server.settled();
    server.advance(10 * MINUTE);
    await expect.poll(waits, WITHIN).toBe(0);
    expect((await shortLog(server, stage)).toSorted()).toEqual([
      'raised mail rule@example.org sent',
      'repeated mail rule@example.org dropped',
      'repeated mail rule@example.org sent',
    ]);
  });

  test('is escalated to another recipient when nobody confirms in time', async () => {
    await notifyBy(server, stage, { name: 'Boss', emails: ['boss@example.org'], escalateMinutes: 15 });
    const [known = ''] = await raise(server, stage, { part: 'known' });
    await raise(server, stage, { part: 'unknown' });
    await server.call('confirmAlarm', { alarmUUIDs: [known] }, stage.as);
    await server.settled();
    server.advance(14 * MINUTE);
    expect(smtp.mails).toHaveLength(0);
    server.advance(2 * MINUTE);
    await expect.poll(() => smtp.mails.length, WITHIN).toBe(1);
    await expect.poll(waits, WITHIN).toBe(0);
    expect(subjects()[0]).toContain('Unconfirmed alarm escalated');
    expect((await shortLog(server, stage, 'mail')).toSorted()).toEqual([
      'escalated mail boss@example.org dropped',
      'escalated mail boss@example.org sent',
    ]);
  });

  test('is sent once for each higher level', async () => {
    await notifyBy(server, stage);
    const [id = ''] = await raise(server, stage);
    for (const level of ['urgent', 'important', 'urgent']) await change(server, stage, id, { level });
    server.advance(11_000);
    await expect.poll(waits, WITHIN).toBe(0);
    expect((await shortLog(server, stage, 'mail')).toSorted()).toEqual([
      'raised mail night@example.org sent',
      'relevelled mail night@example.org sent',
    ]);
    expect(smtp.mails).toHaveLength(1);
  });

  test('waits for the end of quiet hours at the site unless it is urgent', async () => {
    // The harbour is an hour ahead of UTC.
    const local = new Date(server.platform.now().getTime() + 60 * MINUTE);
    const day = local.toISOString().slice(0, 10);
    await notifyBy(server, stage, { holidays: [{ from: day, to: day }] });
    await raise(server, stage, { part: 'calm' });
    await raise(server, stage, { part: 'grave', level: 'urgent' });
    server.advance(11_000);
    await expect.poll(() => smtp.mails.length, WITHIN).toBe(1);
    expect(subjects()[0]).toContain('(Urgent)');
    const [waiting] = (await log(server, stage)).filter(({ state }) => state === 'waiting');
    const nextDay = new Date(Date.parse(day) + 24 * 60 * MINUTE - 60 * MINUTE);
    expect(waiting?.dueAt).toBe(nextDay.toISOString());
    server.advance(nextDay.getTime() - server.platform.now().getTime());
    await expect.poll(() => smtp.mails.length, WITHIN).toBe(2);
  });

  test('is part of an hourly digest', async () => {
    await notifyBy(server, stage, { digest: 'hourly' });
    await raise(server, stage, { part: 'a' }, { part: 'b', level: 'urgent' });
    await raise(server, stage, { part: 'c', clearedAt: server.platform.now() });
    server.advance(62 * MINUTE);
    await expect.poll(() => smtp.mails.length, WITHIN).toBe(1);
    await expect.poll(waits, WITHIN).toBe(0);
    expect(subjects()).toEqual(['3 alarms']);
    expect(texts()[0]).toMatch(/Urgent: 1, still active: 1/);
    expect(texts()[0]).toMatch(/Important: 2, still active: 1/);
    expect(await shortLog(server, stage, 'mail')).toEqual(['digest mail night@example.org sent']);
  });

  test('digests count for each person the alarms they see', async () => {
    const { owner, operator, hill } = stage;
    const peopleUUIDs = [owner.managerId, operator.managerId];
    const settingUUID = await notifyBy(server, stage, { digest: 'hourly', emails: [], peopleUUIDs });
    await raise(server, stage, { part: 'a' }, { part: 'b' });
    await raise(server, stage, { ...hill, part: 'c' }, { ...hill, part: 'd' }, { ...hill, part: 'e' });
    // The digest uses the setting it was planned with.
    const setting = {
      name: 'Night shift',
      levels: ['urgent' as const, 'important' as const],
      modes: ['mail' as const],
      peopleUUIDs,
      digest: 'daily' as const,
    };
    await server.call('updateNoticeSetting', { settingUUID, setting }, stage.as);
    server.advance(62 * MINUTE);
    await expect.poll(() => smtp.mails.length, WITHIN).toBe(2);
    const sent = Object.fromEntries(
      smtp.mails.map(({ to, raw }) => [to[0], /^Subject: (.*)$/im.exec(raw)?.[1]?.trim()]),
    );
    expect(sent).toEqual({ [owner.email]: '5 alarms', [operator.email]: '2 alarms' });
  });
});
