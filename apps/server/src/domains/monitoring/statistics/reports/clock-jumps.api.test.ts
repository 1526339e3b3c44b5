import { OK } from '@airloom/contract/errors';
import { DAY, HOUR, MINUTE, SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../../platform/ids.ts';
import { openSenders } from '../../../../platform/senders/open-senders.ts';
import {
  SMTP_USER,
  type SmtpStandIn,
  startSmtp,
} from '../../../../platform/senders/testing/smtp-stand-in.ts';
import { buildAccount, type Person } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { planMails } from './delivery.repository.ts';
import { planReports, reportJobs, sendReports } from './delivery.ts';

const BACK = [
  ['an hour back', -HOUR],
  ['a day back', -DAY],
] as const;
const FORWARD = [
  ['an hour forward', HOUR],
  ['a day forward', DAY],
] as const;

let server: TestServer;
let smtp: SmtpStandIn;
let hold: () => Promise<void> = () => Promise.resolve();
let owner: Person;
let address: string;
/** Offset of the jobs' clock. */
let aheadMs: number;
beforeAll(async () => {
  smtp = await startSmtp(0, () => hold());
  // The schedule of the server would take what the tests plan with another clock.
  server = await startTestServer({ SMTP_URL: mailUrl(smtp.port) }, { scheduled: false });
});
beforeEach(async () => {
  hold = () => Promise.resolve();
  owner = await buildAccount(server);
  address = `${newId()}@example.org`;
  aheadMs = 0;
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

function mailUrl(port: number): string {
  const user = `${encodeURIComponent(SMTP_USER.name)}:${encodeURIComponent(SMTP_USER.password)}`;
  return `smtp://${user}@127.0.0.1:${port}`;
}

/** Context of the jobs; `port` is that of the mail server. */
function context(port = smtp.port) {
  const { platform } = server;
  const settings = { ...platform.settings, SMTP_URL: mailUrl(port) };
  const now = () => new Date(platform.now().getTime() + aheadMs);
  const senders = openSenders(settings, platform.database, platform.log);
  return { ...platform, settings, now, senders, addJob: () => Promise.resolve() };
}

async function run(port = smtp.port): Promise<void> {
  await planReports(context(port));
  await sendReports(context(port));
}

const CLOSED_PORT = 1;
const mails = () => smtp.mails.filter(({ to }) => to.includes(address));

async function make(): Promise<string> {
  const made = await server.call(
    'createReport',
    {
      name: 'Morning',
      pages: ['property'],
      rhythm: 'daily',
      // Far enough from now, so that a day later the due period is complete.
      hour: (new Date().getUTCHours() + 12) % 24,
      timeZone: 'UTC',
      language: 'en',
      emails: [address],
    },
    { as: owner.token },
  );
  expect(made.code).toBe(OK);
  return made.data.reportUUID;
}

async function change(statement: ReturnType<typeof sql>): Promise<void> {
  await server.platform.database.withTenant(owner, (tx) => tx.run(statement));
}

const nextAt = async () =>
  Date.parse((await server.call('listReports', {}, { as: owner.token })).data[0]?.nextAt ?? '');

describe.each(BACK)('the clock is set %s', (_, jump) => {
  test('retries a failed report after its pause', async () => {
    await make();
    aheadMs = DAY;
    await run(CLOSED_PORT);
    aheadMs += jump + 31 * SECOND;
    await run();
    expect(mails()).toHaveLength(1);
  });

  test('sends a report of a dead process after its lease expires', async () => {
    await make();
    aheadMs = DAY;
    await planReports(context());
    const until = new Date(context().now().getTime() + 10 * MINUTE);
    await change(sql`update report_delivery set attempts = 1, leased_until = ${until}`);
    aheadMs += jump + 10 * MINUTE + SECOND;
    await run();
    expect(mails()).toHaveLength(1);
  });

  test('sends a requested report', async () => {
    const reportUUID = await make();
    aheadMs = -jump;
    const now = context().now();
    const period = { from: new Date(now.getTime() - DAY), to: now };
    await server.platform.database.withTenant(owner, (tx) =>
      planMails(tx, owner.tenant, reportUUID, [address], period, now),
    );
    aheadMs = 0;
    await run();
    expect(mails()).toHaveLength(1);
  });

  test('mails each period once', async () => {
    await make();
    aheadMs = DAY;
    await run();
    aheadMs += jump;
    await run();
    aheadMs = DAY + HOUR;
    await run();
    expect(mails()).toHaveLength(1);
    aheadMs = 2 * DAY;
    await run();
    expect(mails()).toHaveLength(2);
  });
});

describe.each([...BACK, ...FORWARD])('the clock is set %s', (_, jump) => {
  test('does not send a report that another run is sending', async () => {
    await make();
    aheadMs = DAY;
    await planReports(context());
    const [job] = reportJobs(context()).queued;
    const accepted = Promise.withResolvers<void>();
    const sent = Promise.withResolvers<void>();
    hold = () => {
      accepted.resolve();
      return sent.promise;
    };
    const first = job?.run({}, { last: false });
    await accepted.promise;
    hold = () => Promise.resolve();
    aheadMs += jump;
    await job?.run({}, { last: false });
    sent.resolve();
    await first;
    expect(mails()).toHaveLength(1);
  });
});

test('reschedules a report that a wrong clock planned far ahead', async () => {
  await make();
  await change(sql`update report_schedule set next_at = next_at + interval '400 days'`);
  await run();
  expect(await nextAt()).toBeLessThanOrEqual(Date.now() + DAY);
  expect(mails()).toHaveLength(0);
});
