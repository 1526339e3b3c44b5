import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Database, openDatabase, sqlBuilder } from '../database/database.ts';
import { readSettings } from '../settings.ts';
import { DevelopmentSender, developmentMessages } from './development.ts';
import { openSenders } from './open-senders.ts';
import { NoSenderError } from './sender.ts';
import { SmppSender } from './smpp.ts';
import { SmsHttpSender } from './sms-http.ts';
import { SmtpSender } from './smtp.ts';

let test: TestDatabase;
let database: Database;
const logged: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) });

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase({ connectionString: test.url, max: 4, onError: () => undefined });
});
afterAll(async () => {
  await database.end();
  await test.drop();
});

function open(env: Readonly<Record<string, string>>) {
  return openSenders(readSettings(env), database, log);
}

const SMTP_URL = 'smtp://mail.example.org';
const SMPP_URL = 'ssmpp://user:password@sms.example.org';
const SMS_HTTP_URL = 'https://sms.example.org/messages';

describe('senders by settings', () => {
  it.each([
    [{}, DevelopmentSender, DevelopmentSender, true],
    [{ SMTP_URL }, SmtpSender, DevelopmentSender, true],
    [{ SMPP_URL }, DevelopmentSender, SmppSender, true],
    [{ SMTP_URL, SMPP_URL }, SmtpSender, SmppSender, false],
    [{ SMTP_URL, SMS_HTTP_URL }, SmtpSender, SmsHttpSender, false],
  ])('%o', (env, mail, sms, development) => {
    const senders = open(env);
    expect(senders.mail).toBeInstanceOf(mail);
    expect(senders.sms).toBeInstanceOf(sms);
    expect(senders.development).toBe(development);
  });

  it.each([
    [{ SMPP_URL, SMS_HTTP_URL }, 'either SMPP_URL or SMS_HTTP_URL'],
    [{ SMTP_URL: 'https://mail.example.org' }, 'SMTP_URL must begin with smtp:// or smtps://'],
    [{ SMPP_URL: 'http://sms.example.org' }, 'SMPP_URL must begin with smpp:// or ssmpp://'],
    [{ SMS_HTTP_URL: 'ftp://sms.example.org' }, 'SMS_HTTP_URL must begin with http:// or https://'],
  ])('%o cannot be used', (env, reason) => {
    expect(() => open(env)).toThrow(reason);
  });
});

describe('development sender', () => {
  it('keeps the last 200 messages and marks each in the log on one line', async () => {
    const { mail, sms } = open({ OUTBOX_COUNTS_AS_SENT: 'on' });
    for (let count = 1; count <= 200; count += 1) {
      await sms.send({ channel: 'sms', target: '+48 600100200', subject: '', body: `${count} is your code` });
    }
    const code = randomUUID();
    await mail.send({
      channel: 'mail',
      target: 'ada@example.org',
      subject: 'Your code',
      body: `Code:\n\n${code}`,
    });

    const rows = await database.asSystem((tx) =>
      tx.all(sqlBuilder.selectFrom('development_message').select('id')),
    );
    expect(rows).toHaveLength(200);
    const kept = await developmentMessages(database);
    expect(kept[0]).toMatchObject({ channel: 'mail', target: 'ada@example.org', body: `Code:\n\n${code}` });
    expect(kept[1]).toMatchObject({ channel: 'sms', body: '200 is your code' });
    expect(kept[199]).toMatchObject({ channel: 'sms', body: '2 is your code' });

    expect(logged).toHaveLength(201);
    const line: { msg: string } = JSON.parse(logged[200] ?? '');
    expect(line.msg).toBe(
      `DEVELOPMENT SENDER, nothing was sent: mail to ada@example.org: Your code | Code: ${code}`,
    );
  });

  it.each([
    ['mail', 'no mail sender configured'],
    ['sms', 'no sms sender configured'],
  ] as const)('shows a message by %s and does not count it as sent', async (channel, reason) => {
    const body = randomUUID();
    const sent = open({})[channel].send({ channel, target: 'anyone', subject: '', body });
    await expect(sent).rejects.toThrow(new NoSenderError(channel));
    await expect(sent).rejects.toThrow(reason);
    expect((await developmentMessages(database))[0]).toMatchObject({ body });
  });
});
