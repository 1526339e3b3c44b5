import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { WITHIN } from '../../testing/within.ts';
import { type Database, openDatabase, sqlBuilder } from '../database/database.ts';
import { Outbox } from '../events/outbox.ts';
import { newId } from '../ids.ts';
import { Jobs } from '../jobs/jobs.ts';
import type { Logger } from '../log.ts';
import { Vault } from '../secrets.ts';
import { messageJobs, type Outcome } from './message-jobs.ts';
import { openSenders } from './open-senders.ts';
import { queueMessage } from './queue-message.ts';
import { type Message, NoSenderError, type Sender, type Senders } from './sender.ts';
import { SMTP_USER, startSmtp } from './testing/smtp-stand-in.ts';

const vault = new Vault(randomBytes(32));

let test: TestDatabase;
let database: Database;
let admin: Client;
let logged: string[];
let log: Logger;

function mail(target: string, body: string): Message {
  return { channel: 'mail', target, subject: 'Your code', body };
}

/** The outbox and the queue of one server process. */
async function startProcess(senders: Senders) {
  const outcomes: [string, Outcome][] = [];
  const work = messageJobs({
    vault,
    senders,
    addJob: (name, payload, key) => jobs.add(name, payload, key),
    onOutcome: async (invitationId, outcome) => {
      outcomes.push([invitationId, outcome]);
    },
  });
  const jobs = await Jobs.start(test.url, log, { cron: [], queued: work.queued });
  const outbox = new Outbox(database, log, [work.events]);
  return {
    outcomes,
    outbox,
    stop: async () => {
      await outbox.stop();
      await jobs.stop();
    },
  };
}

async function queue(message: Message, invitationId?: string): Promise<void> {
  await database.asSystem((tx) =>
    queueMessage(tx, vault, message, {
      tenant: null,
      ...(invitationId === undefined ? {} : { invitationId }),
    }),
  );
}

async function attemptedJobs(): Promise<{ id: string; last_error: string }[]> {
  const { rows } = await admin.query<{ id: string; last_error: string }>(
    'select id::text, last_error from graphile_worker.jobs where attempts > 0 and locked_at is null order by id',
  );
  return rows;
}

describe('messages', () => {
  beforeEach(async () => {
    test = await createTestDatabase();
    database = openDatabase({ connectionString: test.url, max: 4, onError: () => undefined });
    admin = new Client({ connectionString: test.url });
    await admin.connect();
    logged = [];
    log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) });
  });
  afterEach(async () => {
    await admin.end();
    await database.end();
    await test.drop();
  });

  it('are delivered after a mail server was down, over a restart, and none is lost', async () => {
    const before = await startSmtp();
    await before.stop();
    const login = `${encodeURIComponent(SMTP_USER.name)}:${encodeURIComponent(SMTP_USER.password)}`;
    const settings = {
      SMTP_URL: `smtp://${login}@127.0.0.1:${before.port}`,
      MAIL_FROM: 'airloom@example.org',
      SMS_FROM: 'Airloom',
    } as const;
    const senders = () => openSenders({ ...noSenders, ...settings }, database, log);
    const invitation = newId();

    const first = await startProcess(senders());
    await queue(mail('one@example.org', 'Your code: 111111'));
    await queue(mail('two@example.org', 'Your code: 222222'), invitation);
    await first.outbox.settled();
    await expect.poll(attemptedJobs, WITHIN).toHaveLength(2);
    expect(first.outcomes).toEqual([]);
    await first.stop();

    const smtp = await startSmtp(before.port);
    const ids = (await attemptedJobs()).map((job) => job.id);
    await admin.query('select graphile_worker.reschedule_jobs($1::bigint[], run_at := now())', [ids]);
    const second = await startProcess(senders());
    await expect.poll(() => smtp.mails.length, WITHIN).toBe(2);
    expect(smtp.mails.flatMap((received) => received.to).sort()).toEqual([
      'one@example.org',
      'two@example.org',
    ]);
    await expect.poll(() => second.outcomes, WITHIN).toEqual([[invitation, 'sent']]);
    await second.stop();
    await smtp.stop();

    const left = await admin.query('select from graphile_worker.jobs');
    expect(left.rowCount).toBe(0);
    expect(logged.join('')).toContain('did not take the mail');
    expect(logged.join('')).not.toMatch(/111111|222222/);
  });

  it('are sealed in every queue', async () => {
    await queue(mail('ada@example.org', 'Your code: 246810'), newId());
    const outboxRows = await admin.query<{ payload: object }>('select payload from outbox');
    const running = await startProcess(sendersOf(new Recorder(new Error('down'))));
    await running.outbox.settled();
    await expect.poll(attemptedJobs, WITHIN).toHaveLength(1);
    await running.stop();
    const waiting = await admin.query<{ payload: object }>(
      'select payload from graphile_worker._private_jobs',
    );
    const stored = JSON.stringify([...outboxRows.rows, ...waiting.rows]);
    expect(stored.match(/sealed/g)).toHaveLength(2);
    expect(stored).not.toMatch(/246810|ada@/);
  });

  it('of a transaction that fails are never sent', async () => {
    const queued = database.asSystem(async (tx) => {
      await queueMessage(tx, vault, mail('ada@example.org', 'hello'), { tenant: null });
      await tx.run(sqlBuilder.insertInto('installation').values({ key: 'a', value: sql`'not json'` }));
    });
    await expect(queued).rejects.toThrow('json');
    const outboxRows = await admin.query('select from outbox');
    expect(outboxRows.rowCount).toBe(0);
  });
});

const noSenders = {
  SMTP_URL: undefined,
  OUTBOX_COUNTS_AS_SENT: false,
  SMPP_URL: undefined,
  SMS_HTTP_URL: undefined,
  SMS_HTTP_TOKEN: undefined,
};

class Recorder implements Sender {
  readonly sent: Message[] = [];
  readonly #failure: Error | null;

  constructor(failure: Error | null = null) {
    this.#failure = failure;
  }

  async send(message: Message): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    this.sent.push(message);
  }
}

function sendersOf(mailSender: Sender, smsSender: Sender = new Recorder()): Senders {
  return { mail: mailSender, sms: smsSender, development: false };
}

function sealedJob(message: Message, invitationId: string | null) {
  return { sealed: vault.seal(JSON.stringify(message)), invitationId };
}

function jobOf(senders: Senders) {
  const outcomes: [string, Outcome][] = [];
  const { queued } = messageJobs({
    vault,
    senders,
    addJob: async () => undefined,
    onOutcome: async (id, outcome) => {
      outcomes.push([id, outcome]);
    },
  });
  const [job] = queued;
  if (job === undefined) throw new Error('No job');
  return { job, outcomes };
}

describe('the job that sends a message', () => {
  const invitation = newId();
  it('uses the sender of the channel', async () => {
    const [mails, texts] = [new Recorder(), new Recorder()];
    const { job, outcomes } = jobOf(sendersOf(mails, texts));
    const sms: Message = { channel: 'sms', target: '+48 600100200', subject: '', body: 'hello' };
    await job.run(sealedJob(sms, null), { last: false });
    expect(texts.sent).toEqual([sms]);
    expect(mails.sent).toEqual([]);
    expect(outcomes).toEqual([]);
  });

  it('reports a failed invitation only after the last attempt', async () => {
    const { job, outcomes } = jobOf(sendersOf(new Recorder(new Error('down'))));
    const waiting = sealedJob(mail('ada@example.org', 'hello'), invitation);
    await expect(job.run(waiting, { last: false })).rejects.toThrow('down');
    expect(outcomes).toEqual([]);
    await expect(job.run(waiting, { last: true })).rejects.toThrow('down');
    expect(outcomes).toEqual([[invitation, 'failed']]);
  });

  it('reports an invitation without a sender at once, and does not retry', async () => {
    const { job, outcomes } = jobOf(sendersOf(new Recorder(new NoSenderError('mail'))));
    await job.run(sealedJob(mail('ada@example.org', 'hello'), invitation), { last: false });
    expect(outcomes).toEqual([[invitation, 'noSender']]);
  });

  it('reports an invitation as failed when another key sealed it', async () => {
    const { job, outcomes } = jobOf(sendersOf(new Recorder()));
    const foreign = new Vault(randomBytes(32)).seal(JSON.stringify(mail('ada@example.org', 'hello')));
    await expect(job.run({ sealed: foreign, invitationId: invitation }, { last: true })).rejects.toThrow();
    expect(outcomes).toEqual([[invitation, 'failed']]);
  });
});
