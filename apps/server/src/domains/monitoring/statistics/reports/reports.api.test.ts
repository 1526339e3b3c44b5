import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { errorKeyOf, OK, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { NOTICE_LIMITS } from '@airloom/contract/notices/notices.limits';
import { QUOTAS } from '@airloom/contract/quotas';
import { DAY } from '@airloom/contract/time';
import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSenders } from '../../../../platform/senders/open-senders.ts';
import {
  SMTP_USER,
  type SmtpStandIn,
  startSmtp,
} from '../../../../platform/senders/testing/smtp-stand-in.ts';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  PASSWORD,
  type Person,
} from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { operationLine } from '../../../../testing/operations.ts';
import { pdfPages } from '../../../../testing/pdf-text.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { countRequests } from '../../notices/index.ts';
import { planReports, reportJobs, SEND_REPORTS, sendReports } from './delivery.ts';

const PROCESS = join(import.meta.dirname, '../testing/report-process.ts');
/** Far enough from now, so that a day later the due period is complete. */
const HOUR = (new Date().getUTCHours() + 12) % 24;

let server: TestServer;
let smtp: SmtpStandIn;
let hold: (() => Promise<void>) | null = null;
let mailUrl: string;
let owner: Person;
let harbour: string;
let hill: string;

beforeAll(async () => {
  smtp = await startSmtp(0, () => hold?.() ?? Promise.resolve());
  const user = `${encodeURIComponent(SMTP_USER.name)}:${encodeURIComponent(SMTP_USER.password)}`;
  mailUrl = `smtp://${user}@127.0.0.1:${smtp.port}`;
  // The schedule of the server would take what the tests plan with a clock that is ahead.
  server = await startTestServer({ SMTP_URL: mailUrl }, { scheduled: false });
});
beforeEach(async () => {
  hold = null;
  owner = await buildAccount(server);
  const north = await buildOrganization(server, owner, 'North');
  harbour = await buildSite(server, owner, north, 'Harbour');
  hill = await buildSite(server, owner, north, 'Hill');
  await buildDevice(server, owner, { siteId: harbour, name: '=1+1', model: 'Pier-1' });
  await buildDevice(server, owner, { siteId: hill, name: 'Tower', model: 'Hill-1' });
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const input = (more: object = {}) => ({
  name: 'Morning',
  pages: ['property' as const],
  rhythm: 'daily' as const,
  hour: HOUR,
  timeZone: 'UTC',
  language: 'en' as const,
  emails: ['ada@example.org'],
  ...more,
});

async function make(person: Person, more: object = {}): Promise<string> {
  const made = await server.call('createReport', input(more), { as: person.token });
  expect(made.code).toBe(OK);
  return made.data.reportUUID;
}

const listed = async (person: Person = owner) =>
  (await server.call('listReports', {}, { as: person.token })).data;

/** Runs the jobs with a clock that is ahead. */
function context(aheadMs: number, smtpUrl = mailUrl) {
  const { platform } = server;
  const settings = { ...platform.settings, SMTP_URL: smtpUrl };
  const now = () => new Date(platform.now().getTime() + aheadMs);
  return { ...platform, settings, now, senders: openSenders(settings, platform.database, platform.log) };
}

async function run(aheadMs: number, smtpUrl = mailUrl): Promise<void> {
  await planReports(context(aheadMs, smtpUrl));
  await sendReports(context(aheadMs, smtpUrl));
}

const mailsTo = (address: string) => smtp.mails.filter(({ to }) => to.includes(address));
const idsOf = (address: string) => mailsTo(address).map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);

/** An attachment of a mail. */
function attached(raw: string, name: string): Buffer {
  const pattern = new RegExp(`filename="?${name}[\\s\\S]*?\\r\\n\\r\\n([A-Za-z0-9+/=\\r\\n]+)`);
  return Buffer.from(pattern.exec(raw)?.[1] ?? '', 'base64');
}

/** The workbook in a mail. */
function sheetOf(raw: string): unknown[][] {
  const book = read(attached(raw, 'report.xlsx'), { type: 'buffer' });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  return sheet === undefined ? [] : utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
}

test('creates, updates and deletes a report and logs each operation', async () => {
  const id = await make(owner, { siteUUID: harbour });
  expect(await listed()).toMatchObject([
    { reportUUID: id, name: 'Morning', placeName: 'Harbour', lastAt: null, lastError: '', enabled: true },
  ]);
  const as = { as: owner.token };
  const same = await server.call(
    'updateReport',
    { reportUUID: id, report: input({ siteUUID: harbour }) },
    as,
  );
  expect(same.code).toBe(OK_NOTHING_CHANGED);
  await server.call('updateReport', { reportUUID: id, report: input({ enabled: false }) }, as);
  expect(await listed()).toMatchObject([{ placeName: '', nextAt: null, enabled: false }]);
  await server.call('deleteReport', { reportUUID: id }, as);
  expect(await listed()).toEqual([]);
  const log = await server.call('listOperations', {}, as);
  expect(log.data.rows.slice(0, 3).map(operationLine)).toEqual([
    'deleteReport: report Morning',
    'updateReport: report Morning',
    'createReport: report Morning',
  ]);
});

test('refuses a place out of reach and reports beyond the maximum number', async () => {
  const operator = await buildMember(server, owner, 'siteOperator', { siteIds: [hill] });
  const stranger = await buildAccount(server);
  for (const person of [operator, stranger]) {
    const answer = await server.call('createReport', input({ siteUUID: harbour }), { as: person.token });
    expect(errorKeyOf(answer.code)).toBe('notFound');
  }
  const own = await make(operator, { siteUUID: hill });
  const others = await make(owner);
  expect((await listed(operator)).map(({ reportUUID }) => reportUUID)).toEqual([own]);
  const answer = await server.call('deleteReport', { reportUUID: others }, { as: operator.token });
  expect(errorKeyOf(answer.code)).toBe('notFound');
  for (let count = 2; count < QUOTAS.reports.usual; count += 1) await make(owner, { enabled: false });
  const more = await server.call('createReport', input(), { as: owner.token });
  expect(errorKeyOf(more.code)).toBe('quotaReached');
});

test('refuses API keys, whose reports would show all that their creator sees', async () => {
  const reportUUID = await make(owner);
  const key = {
    name: 'narrow',
    grants: ['statistics:operate' as const, 'statistics' as const],
    expiresAt: null,
    password: PASSWORD,
  };
  const { data } = await server.call('createApiKey', key, { as: owner.token });
  const as = { as: data.secret };
  const report = input({ emails: ['key@example.org'], pages: ['device', 'terminal'] });
  for (const answer of [
    await server.call('createReport', report, as),
    await server.call('updateReport', { reportUUID, report }, as),
    await server.call('sendReport', { reportUUID }, as),
  ]) {
    expect(errorKeyOf(answer.code)).toBe('permissionDenied');
  }
  expect(await listed()).toMatchObject([{ reportUUID, emails: ['ada@example.org'] }]);
  expect((await server.call('deleteReport', { reportUUID }, as)).code).toBe(OK);
});

test('sends what its creator sees, in its language, as text, a PDF and a workbook without formulas', async () => {
  const operator = await buildMember(server, owner, 'siteOperator', { siteIds: [harbour] });
  await make(operator, {
    siteUUID: harbour,
    emails: ['reach@example.org'],
    language: 'pl',
    pages: ['property', 'device'],
  });
  await run(DAY);
  const [mail] = mailsTo('reach@example.org');
  const raw = mail?.raw ?? '';
  const sheet = sheetOf(raw);
  expect(sheet[1]).toEqual(['Zakres', 'Harbour']);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  expect(sheet).toContainEqual(['Okres', time, time]);
  expect(sheet).toContainEqual(['Urządzenia', 1]);
  expect(sheet).toContainEqual(['Pier-1', expect.any(String), 1, 0, 0]);
  expect(JSON.stringify(sheet)).not.toContain('Hill-1');
  expect(raw).toContain('text/plain');
  const pages = await pdfPages(attached(raw, 'report.pdf'));
  expect(pages[0]).toContain('Morning Zakres: Harbour');
  expect(pages[0]).toContain('Strona 1 z 2');
  const text = pages.join(' ');
  expect(text).toContain('Pier-1');
  expect(text).toContain('Dostępność');
  expect(text).not.toMatch(/Hill|Tower/);
});

test('sends one mail for each due time, including missed ones', async () => {
  await make(owner, { emails: ['once@example.org'] });
  await run(0);
  expect(mailsTo('once@example.org')).toEqual([]);
  await run(DAY);
  await run(DAY);
  expect(mailsTo('once@example.org')).toHaveLength(1);
  await run(3 * DAY);
  expect(await listed()).toMatchObject([{ lastError: '', lastAt: expect.any(String) }]);
  expect(new Set(idsOf('once@example.org')).size).toBe(3);
  expect(mailsTo('once@example.org')).toHaveLength(3);
});

function begin(aheadMs: number) {
  const options = JSON.stringify({ url: server.databaseUrl, aheadMs, env: { SMTP_URL: mailUrl } });
  return spawn(process.execPath, [PROCESS, options], { stdio: ['ignore', 'inherit', 'inherit'] });
}

test('sends again with the same id after a crash between delivery and commit', async () => {
  await make(owner, { emails: ['killed@example.org'] });
  const child = begin(DAY);
  const gone = once(child, 'exit');
  hold = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  await gone;
  hold = null;
  expect(mailsTo('killed@example.org')).toHaveLength(1);
  // The lock of the killed process expires after a while.
  await once(begin(DAY), 'exit');
  expect(mailsTo('killed@example.org')).toHaveLength(1);
  await once(begin(DAY + 11 * 60_000), 'exit');
  await once(begin(DAY + 22 * 60_000), 'exit');
  const ids = idsOf('killed@example.org');
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});

test('retries while the mail server is unavailable and loses nothing', async () => {
  await make(owner, { emails: ['late@example.org'] });
  await run(DAY, 'smtp://127.0.0.1:9');
  expect(await listed()).toMatchObject([
    { lastAt: null, lastError: 'The mail server rejected the message to late@example.org (ESOCKET).' },
  ]);
  await run(DAY + NOTICE_LIMITS.retryMaxMs);
  expect(mailsTo('late@example.org')).toHaveLength(1);
  expect(await listed()).toMatchObject([{ lastError: '' }]);
});

test('stops and gives the reason when its creator leaves', async () => {
  const member = await buildMember(server, owner, 'siteOperator', { siteIds: [hill] });
  await make(member, { emails: ['left@example.org'] });
  const as = { as: owner.token };
  await server.call('removeSubAccount', { subAccountUUID: member.membershipId }, as);
  await run(DAY);
  await run(2 * DAY);
  expect(mailsTo('left@example.org')).toEqual([]);
  expect(await listed()).toMatchObject([{ enabled: false, nextAt: null }]);
  expect((await listed())[0]?.lastError).toContain('Stopped');
});

test('keeps the creator’s view when another person changes it', async () => {
  const member = await buildMember(server, owner, 'siteOperator', { siteIds: [harbour] });
  const id = await make(member, { emails: ['kept@example.org'] });
  const report = input({ name: 'Renamed', emails: ['kept@example.org'] });
  await server.call('updateReport', { reportUUID: id, report }, { as: owner.token });
  await run(DAY);
  const text = JSON.stringify(sheetOf(mailsTo('kept@example.org')[0]?.raw ?? ''));
  expect(text).toContain('Pier-1');
  expect(text).not.toContain('Hill-1');
});

test('stops and gives the reason when its place is deleted', async () => {
  await make(owner, { siteUUID: hill, emails: ['gone@example.org'] });
  const devices = await server.call('listDevices', { search: 'Tower' }, { as: owner.token });
  const deviceUUIDs = devices.data.rows.map(({ deviceUUID }) => deviceUUID);
  await server.call('deleteDevices', { deviceUUIDs }, { as: owner.token });
  expect((await server.call('deleteSite', { siteUUID: hill }, { as: owner.token })).code).toBe(OK);
  await run(DAY);
  expect(mailsTo('gone@example.org')).toEqual([]);
  expect(await listed()).toMatchObject([
    { enabled: false, lastError: expect.stringContaining('no longer exists') },
  ]);
});

test('sends a period only when all of it is counted', async () => {
  await make(owner, { emails: ['settled@example.org'] });
  const nextAt = Date.parse((await listed())[0]?.nextAt ?? '');
  const ahead = nextAt - server.platform.now().getTime();
  await run(ahead + 9 * 60_000);
  expect(mailsTo('settled@example.org')).toEqual([]);
  await run(ahead + 11 * 60_000);
  expect(mailsTo('settled@example.org')).toHaveLength(1);
});

test('reports a rejected address although others were delivered', async () => {
  await make(owner, { emails: ['nobody@example.org', 'somebody@example.org'] });
  await run(DAY);
  expect(mailsTo('somebody@example.org')).toHaveLength(1);
  expect((await listed())[0]?.lastError).toContain('rejected the message to nobody@example.org (');
});

test('only queues the delivery in the scheduled job', async () => {
  await make(owner, { emails: ['queued@example.org'] });
  const added: string[] = [];
  const addJob = (name: string) => Promise.resolve(void added.push(name));
  const [plan] = reportJobs({ ...context(DAY), addJob }).cron;
  await plan?.run();
  expect(added).toEqual([SEND_REPORTS]);
  expect(mailsTo('queued@example.org')).toEqual([]);
});

test('limits immediate sending like other requested mail', async () => {
  const id = await make(owner);
  await server.platform.database.withTenant(owner, (tx) =>
    countRequests(tx, owner, NOTICE_LIMITS.askedPerHourMax, server.platform.now()),
  );
  const answer = await server.call('sendReport', { reportUUID: id }, { as: owner.token });
  expect(errorKeyOf(answer.code)).toBe('noticesAskedTooOften');
});

test('sends a report immediately besides its schedule', async () => {
  const id = await make(owner, { emails: ['now@example.org', 'too@example.org'] });
  const [before] = await listed();
  expect((await server.call('sendReport', { reportUUID: id }, { as: owner.token })).code).toBe(OK);
  await expect
    .poll(() => mailsTo('now@example.org').length + mailsTo('too@example.org').length, WITHIN)
    .toBe(2);
  expect((await listed())[0]?.nextAt).toBe(before?.nextAt);
});
