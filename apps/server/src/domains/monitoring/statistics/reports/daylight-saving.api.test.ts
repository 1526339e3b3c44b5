import { MINUTE } from '@airloom/contract/time';
import { read, utils } from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSenders } from '../../../../platform/senders/open-senders.ts';
import {
  SMTP_USER,
  type SmtpStandIn,
  startSmtp,
} from '../../../../platform/senders/testing/smtp-stand-in.ts';
import { buildAccount, buildOrganization, type Person, signInAgain } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { planReports, sendReports } from './delivery.ts';

const WARSAW = 'Europe/Warsaw';
const HOURS = 3_600;

let at = Date.parse('2026-03-01T00:00:00Z');
let server: TestServer;
let smtp: SmtpStandIn;
beforeAll(async () => {
  smtp = await startSmtp(0, () => Promise.resolve());
  const user = `${encodeURIComponent(SMTP_USER.name)}:${encodeURIComponent(SMTP_USER.password)}`;
  const mail = { SMTP_URL: `smtp://${user}@127.0.0.1:${smtp.port}` };
  server = await startTestServer(mail, { clock: () => at, scheduled: false });
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

interface Outage {
  readonly began: string;
  readonly ended: string;
}

/** A site in Warsaw with a device that has been online since this moment, apart from an outage. */
async function siteWithOutage(owner: Person, since: Date, { began, ended }: Outage): Promise<string> {
  const enterpriseUUID = await buildOrganization(server, owner, 'North');
  const site = { enterpriseUUID, name: 'Harbour', countryCode: 'PL', timeZone: WARSAW };
  const { data } = await server.call('createSite', site, { as: owner.token });
  const { id } = await buildDevice(server, owner, { siteId: data.siteUUID });
  await server.platform.database.asSystem(async (tx) => {
    await tx.run(sql`update device set first_online_at = ${since} where id = ${id}`);
    await tx.run(sql`update device_stay set from_at = ${since} where device_id = ${id}`);
    await tx.run(sql`insert into device_away (tenant_id, device_id, began_at, ended_at)
      values (${owner.tenant}, ${id}, ${new Date(began)}, ${new Date(ended)})`);
  });
  return data.siteUUID;
}

async function runJobs(): Promise<void> {
  const { platform } = server;
  const senders = openSenders(platform.settings, platform.database, platform.log);
  await planReports(platform);
  await sendReports({ ...platform, senders });
}

/** The day that begins at midnight, seconds online and seconds offline of a mailed report. */
function figuresOf(raw: string): unknown[] {
  const [, encoded = ''] = /report\.xlsx[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw) ?? [];
  const book = read(Buffer.from(encoded, 'base64'), { type: 'buffer' });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  const rows = sheet === undefined ? [] : utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
  const figure = (name: string) => rows.find(([label]) => label === name)?.[1];
  const [, day] = /^Subject: .*?(\d{4}-\d\d-\d\d)_00=3A00/m.exec(raw) ?? [];
  return [day, figure('Online (seconds)'), figure('Offline (seconds)')];
}

test.each([
  {
    change: 'set forward: the day has 23 hours',
    start: '2026-03-27T12:00:00Z',
    midnights: ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', '2026-03-30T22:00:00Z'],
    outage: { began: '2026-03-29T00:30:00Z', ended: '2026-03-29T01:30:00Z' },
    hours: [24, 23, 24],
    days: ['2026-03-28', '2026-03-29', '2026-03-30'],
  },
  {
    change: 'set back: the day has 25 hours',
    start: '2026-10-23T12:00:00Z',
    midnights: ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '2026-10-26T23:00:00Z'],
    outage: { began: '2026-10-25T00:30:00Z', ended: '2026-10-25T01:30:00Z' },
    hours: [24, 25, 24],
    days: ['2026-10-24', '2026-10-25', '2026-10-26'],
  },
])('daily reports contain every hour once when clocks are $change', async (given) => {
  const { start, midnights, outage, hours, days } = given;
  at = Date.parse(start);
  const owner = await buildAccount(server);
  const siteUUID = await siteWithOutage(owner, new Date(start), outage);
  const report = { name: 'Day', pages: ['device' as const], siteUUID, rhythm: 'daily' as const, hour: 0 };
  const input = {
    ...report,
    timeZone: WARSAW,
    language: 'en' as const,
    emails: [`${owner.userName}@example.org`],
  };
  const { data } = await server.call('createReport', input, { as: owner.token });
  // The first report is about less than a day.
  at = Date.parse(midnights[0] ?? '') - 24 * 60 * MINUTE + 11 * MINUTE;
  await runJobs();
  for (const midnight of midnights) {
    at = Date.parse(midnight) + 11 * MINUTE;
    await runJobs();
  }
  // Otherwise the next test would catch up with months of it.
  expectSuccess(await server.call('deleteReport', data, { as: await signInAgain(server, owner) }));
  const mails = smtp.mails.filter(({ to }) => to.includes(`${owner.userName}@example.org`)).slice(1);
  const away = [0, HOURS, 0];
  expect(mails.map(({ raw }) => figuresOf(raw))).toEqual(
    hours.map((length, index) => [days[index], length * HOURS - (away[index] ?? 0), away[index]]),
  );
});
