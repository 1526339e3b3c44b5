import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AlarmSweep } from '../domains/alarms/sweep.ts';
import { type Listening, listen } from '../domains/identity/testing/live.ts';
import { startReceiver, type WebhookReceiver } from '../domains/notices/testing/webhook-receiver.ts';
import { SMTP_USER, type SmtpStandIn, startSmtp } from '../platform/senders/testing/smtp-stand-in.ts';
import { SimulatedSite } from '../testing/simulated-site.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { type Figures, Visitor } from '../testing/visitor.ts';

const MINUTE = 60_000;
const KINDS = { gateway: 1, switch: 60, ap: 409, smart: 30 };
const DEVICES = Object.values(KINDS).reduce((sum, count) => sum + count, 0);
const WITHIN = { timeout: 150_000, interval: 50 };
const LONG = { timeout: 400_000 };
const RESPONSIVE_MS = 2_000;
/** A machine that is busy with something else is slow at any time. */
const RESPONSIVE_TIMES = 10;

let smtp: SmtpStandIn;
let receiver: WebhookReceiver;
let server: TestServer;
let site: SimulatedSite;
let sweep: AlarmSweep;
let browser: Listening;
let visitor: Visitor;
let usual: Figures;
beforeAll(async () => {
  smtp = await startSmtp();
  receiver = await startReceiver();
  const user = `${encodeURIComponent(SMTP_USER.name)}:${encodeURIComponent(SMTP_USER.password)}`;
  server = await startTestServer({
    GATEWAY_PORT: '0',
    WEBHOOK_ALLOW: '127.0.0.0/8',
    SMTP_URL: `smtp://${user}@127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Airloom <airloom@example.org>',
  });
  site = await SimulatedSite.open(server, KINDS);
  const as = { as: site.owner.token };
  const url = `http://127.0.0.1:${receiver.port}/alarms`;
  const { webhookUUID } = (await server.call('createWebhook', { name: 'Tickets', url }, as)).data;
  await server.call(
    'createNoticeSetting',
    {
      name: 'Night shift',
      levels: ['urgent', 'important', 'secondary', 'notice'],
      modes: ['mail', 'webhook'],
      emails: ['night@example.org'],
      peopleUUIDs: [site.owner.managerId],
      webhookUUIDs: [webhookUUID],
    },
    as,
  );
  sweep = new AlarmSweep(server.platform);
  browser = await listen(server, { authorization: `Bearer ${site.owner.token}` });
  visitor = new Visitor(server, site.owner.token);
  usual = await visitor.look(60);
}, 180_000);
afterAll(async () => {
  browser?.socket.terminate();
  await sweep?.stop();
  await site?.stop();
  await server?.stop();
  await receiver?.stop();
  await smtp?.stop();
}, 60_000);
beforeEach(() => site.rows(sql`delete from alarm where tenant_id = ${site.owner.tenant}`));

interface Row {
  readonly type: string;
  readonly device: string;
  readonly part: string;
  readonly behind: number;
  readonly ended: string | null;
}

/** All there were, oldest first. */
function alarms(): Promise<Row[]> {
  return site.rows(sql<Row>`
    select type, device_name as device, part, clear_reason as ended,
      (select count(*)::int from alarm_consequence because
       where because.tenant_id = alarm.tenant_id and because.alarm_id = alarm.id) as behind
    from alarm where tenant_id = ${site.owner.tenant} order by raised_at, device_name`);
}

/** Time passes, in two steps; those that are up report meanwhile, and what is due is found. */
async function pass(minutes: number): Promise<void> {
  for (let half = 0; half < 2; half += 1) {
    await site.pass((minutes * MINUTE) / 2);
    await site.report();
    await sweep.sweepSites();
  }
}

async function comeBack(): Promise<void> {
  await expect.poll(() => site.count(sql`status = 'offline'`), WITHIN).toBe(0);
  await site.report();
}

interface Told {
  /** In the console, by who reads it. */
  readonly pages: Readonly<Record<string, readonly string[]>>;
  readonly posts: readonly string[];
  readonly mails: Readonly<Record<string, readonly string[]>>;
}

let seen = { mails: 0, posts: 0, pages: 0 };
/** What programs and people were told since the last time, once all that was due is out. */
async function told(): Promise<Told> {
  await server.settled();
  // What comes together goes into one mail.
  await site.pass(15_000);
  const open = () =>
    site.rows(sql`select from notice where tenant_id = ${site.owner.tenant} and state = 'waiting'`);
  await expect.poll(open, WITHIN).toEqual([]);
  const mails = smtp.mails.slice(seen.mails).map(({ to, raw }) => ({
    to: to.join(),
    subject: /^Subject: (.*)$/im.exec(raw)?.[1]?.trim() ?? '',
  }));
  const posts = receiver.posts.slice(seen.posts).map(({ body }) => String(JSON.parse(body).event));
  const messages = await site.rows(sql<{ to: string; step: string }>`
    select manager.email as "to", message.params ->> 'step' as step
    from message join manager on manager.id = message.manager_id
    where message.tenant_id = ${site.owner.tenant} and message.tab = 'notice'
    order by message.created_at, message.id`);
  const pages = Map.groupBy(messages.slice(seen.pages), ({ to }) => to);
  seen = { mails: smtp.mails.length, posts: receiver.posts.length, pages: messages.length };
  const byPerson = Map.groupBy(mails, ({ to }) => to);
  return {
    pages: Object.fromEntries([...pages].map(([to, own]) => [to, own.map(({ step }) => step)])),
    posts,
    mails: Object.fromEntries([...byPerson].map(([to, own]) => [to, own.map(({ subject }) => subject)])),
  };
}

/** One notice for each person, one in the console and one for the program. */
function once(step: 'raised' | 'cleared', subject: string): Told {
  const mail = [expect.stringContaining(subject)];
  return {
    pages: { [site.owner.email]: [step] },
    posts: [`alarm.${step}`],
    mails: { 'night@example.org': mail, [site.owner.email]: mail },
  };
}

function heard(name: string): number {
  return browser.heard.filter((one) => one === name).length;
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}

function isResponsive(when: string, { calls, p50, p95 }: Figures): void {
  console.info(
    `${when}: ${calls} calls, p50 ${ms(p50)} (${(p50 / usual.p50).toFixed(1)} times the usual ${ms(usual.p50)}), ` +
      `p95 ${ms(p95)} (${(p95 / usual.p95).toFixed(1)} times ${ms(usual.p95)})`,
  );
  expect(p95).toBeLessThan(Math.max(RESPONSIVE_MS, usual.p95 * RESPONSIVE_TIMES));
}

test(
  'the power of 500 devices fails and returns: one alarm, one notice, and nothing is left',
  LONG,
  async () => {
    browser.heard.splice(0);
    const dark = await visitor.during(async () => {
      expect(await site.fleet.order({ do: 'stop', silent: true })).toBe(DEVICES);
      await site.untilAway(DEVICES);
      await expect.poll(async () => (await alarms())[0]?.behind, WITHIN).toBe(DEVICES);
    });
    isResponsive('while 500 devices go', dark);
    await pass(10);
    expect(await alarms()).toEqual([
      { type: 'siteOffline', device: '', part: '', behind: DEVICES, ended: null },
    ]);
    const listed = await server.call('queryAlarm', {}, { as: site.owner.token });
    expect(listed.data).toMatchObject({ total: 1, rows: [{ type: 'siteOffline', consequences: DEVICES }] });
    expect(await told()).toEqual(once('raised', 'Alarm: Site offline, Harbour (Urgent)'));
    expect(heard('deviceStatusChanged')).toBeLessThanOrEqual(DEVICES);
    expect(browser.heard.length - heard('deviceStatusChanged')).toBeLessThan(30);

    browser.heard.splice(0);
    const devices = await site.fleet.devices();
    const wiring = devices.filter(({ kind }) => kind === 'gateway' || kind === 'switch');
    const light = await visitor.during(async () => {
      // Access points need longer to start than what they hang at, which misses them meanwhile.
      await site.fleet.order({ do: 'start', serials: wiring.map(({ serial }) => serial) });
      await expect.poll(() => site.count(sql`status = 'online'`), WITHIN).toBe(wiring.length);
      await pass(4);
      await site.fleet.order({ do: 'start' });
      await comeBack();
      await expect.poll(async () => (await alarms())[0]?.ended, WITHIN).toBe('recovered');
    });
    isResponsive('while they come back', light);
    await pass(10);
    expect(await alarms()).toEqual([
      { type: 'siteOffline', device: '', part: '', behind: DEVICES, ended: 'recovered' },
    ]);
    expect(await told()).toEqual(once('cleared', 'Alarm over: Site offline, Harbour (Urgent)'));
    expect(heard('deviceStatusChanged')).toBeLessThanOrEqual(DEVICES);
    expect(browser.heard.length - heard('deviceStatusChanged')).toBeLessThan(60);
  },
);

test('a dead switch takes along what hangs behind it: one alarm', LONG, async () => {
  const access = (await site.fleet.devices()).filter(({ kind }) => kind === 'switch')[10];
  const met = await site.fleet.order({ do: 'stop', serial: access?.serial, behind: true });
  expect(met).toBeGreaterThan(5);
  await site.untilAway(met);
  await pass(8);
  expect(await alarms()).toEqual([
    { type: 'deviceOffline', device: expect.any(String), part: '', behind: met - 1, ended: null },
  ]);
  expect(await told()).toEqual(once('raised', 'Alarm: '));
  await site.fleet.order({ do: 'start' });
  await comeBack();
  await pass(4);
  expect(await alarms()).toMatchObject([{ behind: met - 1, ended: 'recovered' }]);
  expect(await told()).toEqual(once('cleared', 'Alarm over: '));
});

test('a device whose link flaps is one alarm, however often it does', LONG, async () => {
  const serial = (await site.fleet.devices()).find(({ kind }) => kind === 'ap')?.serial;
  for (let time = 0; time < 7; time += 1) {
    await site.fleet.order({ do: 'offline', serial });
    await site.untilAway(1);
    await site.fleet.order({ do: 'online', serial });
    await expect.poll(() => site.count(sql`status = 'offline'`), WITHIN).toBe(0);
    await sweep.sweepSites();
  }
  await server.settled();
  expect(await alarms()).toMatchObject([{ type: 'deviceFlapping', ended: null }]);
  expect(await told()).toEqual(once('raised', 'Alarm: '));
});
