import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorKeyOf } from '@airloom/contract/errors';
import { SHELL_CLOSE } from '@airloom/contract/live';
import { SECOND } from '@airloom/contract/time';
import { SHELL_LIMITS } from '@airloom/contract/web-shell/web-shell.limits';
import type { Dialect } from '@airloom/device-protocol/rtty/messages';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildMember } from '../../../testing/builders.ts';
import { changesOf, operationLine } from '../../../testing/operations.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';
import { ShellStage } from './testing/shell-stage.ts';

const DIALECTS: readonly Dialect[] = ['legacy', 'modern'];

let stage: ShellStage;
beforeAll(async () => {
  stage = await ShellStage.open();
});
afterEach(() => stage.endAll());
afterAll(() => stage.server.stop());

async function operations() {
  const { data } = await stage.server.call('listOperations', {}, { as: stage.owner.token });
  return data.rows;
}

describe.each(DIALECTS)('a %s device', (dialect) => {
  test('runs a shell: input, output, resize, end with the operation log', async () => {
    const device = await stage.device(dialect);
    const { browser, sessionUUID } = await stage.joined(device);
    expect(browser.notes).toContainEqual({ type: 'ready' });
    browser.type('uptime\r');
    await expect.poll(() => browser.output, WITHIN).toContain('uptime\r');
    browser.frame({ type: 'resize', columns: 132, rows: 50 });
    await expect.poll(() => browser.output, WITHIN).toContain('<132x50>');
    expect(await stage.sessions({ state: 'open' })).toMatchObject([
      { sessionUUID, deviceUUID: device.id, endable: true, recorded: false },
    ]);
    device.client.send({ type: 'logout', session: device.session });
    await expect.poll(() => browser.end, WITHIN).toBe('exited');
    await expect.poll(() => stage.sessions({ state: 'open' }), WITHIN).toEqual([]);
    const [last, first] = await operations();
    expect([first, last].map((row) => row && operationLine(row).split(':')[0])).toEqual([
      'openShell',
      'endShell',
    ]);
    expect(changesOf(last?.objects[0])).toMatchObject({ shellEnd: [null, 'exited'] });
    expect(last?.userName).toBe(stage.owner.userName);
  });

  test('ends its shell when the browser leaves', async () => {
    const device = await stage.device(dialect);
    const { browser } = await stage.joined(device);
    browser.socket.close();
    await device.client.hasClosed();
    await expect
      .poll(() => stage.sessions({ deviceUUID: device.id }), WITHIN)
      .toMatchObject([{ end: 'browserLeft' }]);
  });

  test('that loses its line ends the session', async () => {
    const device = await stage.device(dialect);
    const { browser } = await stage.joined(device);
    device.client.end();
    await expect.poll(() => browser.end, WITHIN).toBe('deviceLost');
  });

  test('that loses its line loses no output that it has sent', async () => {
    const device = await stage.device(dialect);
    const { browser } = await stage.joined(device);
    browser.reads = false;
    const parts = Array.from({ length: 24 }, (_, part) => String(part % 10).repeat(4_000));
    for (const part of parts) device.print(part);
    await expect.poll(() => browser.outputBytes, WITHIN).toBeGreaterThan(60_000);
    const shown = browser.outputBytes;
    device.client.socket.end();
    await device.client.hasClosed();
    browser.reads = true;
    browser.frame({ type: 'ack', bytes: shown });
    await expect.poll(() => browser.end, WITHIN).toBe('deviceLost');
    expect(browser.output.endsWith(parts.join(''))).toBe(true);
  });

  test('is paused by a browser that does not read, and continues', async () => {
    const device = await stage.device(dialect);
    const { browser } = await stage.joined(device);
    browser.reads = false;
    const total = 4 * 1024 * 1024;
    const part = Buffer.alloc(dialect === 'modern' ? 4_096 : 32_768, 'x');
    let sent = 0;
    let acknowledged = 0;
    const pump = setInterval(() => {
      for (const message of device.client.received.splice(0)) {
        if (message.type === 'ack') acknowledged += message.bytes;
      }
      const window = dialect === 'modern' ? acknowledged + 4_096 : total;
      while (sent < total && sent + part.length <= window) {
        device.print(part);
        sent += part.length;
      }
    }, 2);
    await expect.poll(() => browser.outputBytes, WITHIN).toBeGreaterThan(60_000);
    const held = browser.outputBytes;
    // Nothing beyond the window of the stream is sent to the browser.
    expect(held).toBeLessThan(70_000);
    if (dialect === 'modern') expect(sent).toBeLessThan(300_000);
    browser.reads = true;
    browser.frame({ type: 'ack', bytes: held });
    await expect.poll(() => browser.outputBytes, WITHIN).toBeGreaterThan(1_000_000);
    clearInterval(pump);
    expect(browser.closeCode).toBeNull();
  });
});

describe('opening', () => {
  test('is refused for devices that are offline, unsupported or out of reach', async () => {
    const device = await stage.device('legacy');
    const { platform } = stage.server;
    const refusal = async (person = stage.owner) =>
      errorKeyOf((await stage.openShell(device.id, person)).code);
    const away = await buildMember(stage.server, stage.owner, 'siteOperator', {
      siteIds: [stage.account.otherSiteId],
    });
    const observer = await buildMember(stage.server, stage.owner, 'siteObserver', {
      siteIds: [stage.account.siteId],
    });
    expect(await refusal(away)).toBe('notFound');
    expect(await refusal(observer)).toBe('permissionDenied');
    const set = (values: ReturnType<typeof sql>) =>
      platform.database.asSystem((tx) => tx.run(sql`update device set ${values} where id = ${device.id}`));
    await set(sql`abilities = '{"radios":[],"remoteShell":false}'`);
    expect(await refusal()).toBe('shellNotSupported');
    await set(sql`status = 'offline'`);
    expect(await refusal()).toBe('shellDeviceOffline');
  });

  test('ends with a reason when the device refuses', async () => {
    const device = await stage.device('legacy');
    device.answers = 'refuses';
    const { data } = await stage.openShell(device.id);
    const browser = await stage.browser();
    browser.frame({ type: 'join', token: data.token });
    await expect.poll(() => browser.end, WITHIN).toBe('deviceRefused');
  });

  test('is limited per person', async () => {
    const device = await stage.device('legacy');
    for (let count = 0; count < SHELL_LIMITS.perPersonMax; count += 1) {
      expect((await stage.openShell(device.id)).code).toBe(0);
    }
    const refused = await stage.openShell(device.id);
    expect(errorKeyOf(refused.code)).toBe('tooManyShells');
    for (const { sessionUUID } of await stage.sessions({ state: 'open' })) {
      await stage.server.call('endShell', { sessionUUID }, { as: stage.owner.token });
    }
  });
});

test('as many shells as allowed are opened by calls at the same time', async () => {
  const device = await stage.device('legacy');
  const calls = Array.from({ length: SHELL_LIMITS.perPersonMax + 6 }, () => stage.openShell(device.id));
  const keys = (await Promise.all(calls)).map(({ code }) => (code === 0 ? 'opened' : errorKeyOf(code)));
  expect(keys.filter((key) => key === 'opened')).toHaveLength(SHELL_LIMITS.perPersonMax);
  expect(keys.filter((key) => key === 'tooManyShells')).toHaveLength(6);
  for (const { sessionUUID } of await stage.sessions({ state: 'open' })) {
    await stage.server.call('endShell', { sessionUUID }, { as: stage.owner.token });
  }
});

describe('tokens of browsers', () => {
  test('are valid once', async () => {
    const device = await stage.device('legacy');
    const { data } = await stage.openShell(device.id);
    const first = await stage.browser();
    first.frame({ type: 'join', token: data.token });
    await expect.poll(() => first.output, WITHIN).toContain('# ');
    const second = await stage.browser();
    second.frame({ type: 'join', token: data.token });
    await expect.poll(() => second.closeCode, WITHIN).toBe(SHELL_CLOSE.noSuchSession);
    first.type('a');
    await expect.poll(() => first.output, WITHIN).toContain('>a');
  });

  test('are not valid for another person, another sign-in, or when they are wrong or late', async () => {
    const device = await stage.device('legacy');
    const other = await buildMember(stage.server, stage.owner, 'superAdministrator');
    const foreign = await stage.openShell(device.id);
    const thief = await stage.browser(other);
    thief.frame({ type: 'join', token: foreign.data.token });
    await expect.poll(() => thief.closeCode, WITHIN).toBe(SHELL_CLOSE.noSuchSession);
    // The attempt used it up.
    const own = await stage.browser();
    own.frame({ type: 'join', token: foreign.data.token });
    await expect.poll(() => own.closeCode, WITHIN).toBe(SHELL_CLOSE.noSuchSession);
    const guessing = await stage.browser();
    guessing.frame({ type: 'join', token: 'x'.repeat(43) });
    await expect.poll(() => guessing.closeCode, WITHIN).toBe(SHELL_CLOSE.noSuchSession);
    const late = await stage.openShell(device.id);
    const waiting = await stage.browser();
    stage.server.advance(SHELL_LIMITS.joinMs + SECOND);
    waiting.frame({ type: 'join', token: late.data.token });
    await expect.poll(() => waiting.closeCode, WITHIN).toBe(SHELL_CLOSE.noSuchSession);
    expect(device.clients).toEqual([]);
  });

  test.each([
    ['input before joining', (send: (data: Buffer | string) => void) => send(Buffer.from('ls'))],
    ['an unknown frame', (send: (data: Buffer | string) => void) => send('{"type":"reboot"}')],
    ['no JSON', (send: (data: Buffer | string) => void) => send('{')],
  ])('%s closes the socket', async (_, act) => {
    const browser = await stage.browser();
    act((data) => browser.socket.send(data));
    await expect.poll(() => browser.closeCode, WITHIN).toBe(SHELL_CLOSE.notUnderstood);
  });
});

describe('a session ends', () => {
  test('when an administrator ends it; others may not', async () => {
    const device = await stage.device('modern');
    const operator = await buildMember(stage.server, stage.owner, 'siteOperator', {
      siteIds: [stage.account.siteId],
    });
    const peer = await buildMember(stage.server, stage.owner, 'siteOperator', {
      siteIds: [stage.account.siteId],
    });
    const { browser, sessionUUID } = await stage.joined(device, operator);
    const byPeer = await stage.server.call('endShell', { sessionUUID }, { as: peer.token });
    expect(errorKeyOf(byPeer.code)).toBe('permissionDenied');
    const ended = await stage.server.call('endShell', { sessionUUID }, { as: stage.owner.token });
    expect(ended.code).toBe(0);
    await expect.poll(() => browser.end, WITHIN).toBe('endedByPerson');
    const [last] = await operations();
    expect(changesOf(last?.objects[0])).toMatchObject({ userName: [null, operator.userName] });
    const again = await stage.server.call('endShell', { sessionUUID }, { as: stage.owner.token });
    expect(errorKeyOf(again.code)).toBe('shellEnded');
  });

  test('when its person is signed out or loses the site, or the device is moved away', async () => {
    const device = await stage.device('legacy');
    const operator = () =>
      buildMember(stage.server, stage.owner, 'siteOperator', { siteIds: [stage.account.siteId] });
    const [leaving, limited] = [await operator(), await operator()];
    const first = await stage.joined(device, leaving);
    await stage.server.call('logout', {}, { as: leaving.token });
    await expect.poll(() => first.browser.end, WITHIN).toBe('accessLost');
    const second = await stage.joined(device, limited);
    const moved = await stage.server.call(
      'moveDevices',
      { deviceUUIDs: [device.id], siteUUID: stage.account.otherSiteId },
      { as: stage.owner.token },
    );
    expect(moved.code).toBeLessThan(10);
    await expect.poll(() => second.browser.end, WITHIN).toBe('accessLost');
  });

  test('when the device belongs to another account', async () => {
    const device = await stage.device('legacy');
    const { browser } = await stage.joined(device);
    await stage.server.platform.database.asSystem((tx) =>
      tx.run(sql`delete from device where id = ${device.id}`),
    );
    await expect.poll(() => browser.end, WITHIN).toBe('accessLost');
    // Its end is stored and logged although the device is gone.
    await expect
      .poll(() => stage.sessions({ deviceUUID: device.id }), WITHIN)
      .toMatchObject([{ end: 'accessLost', deviceDeleted: true }]);
    await expect
      .poll(async () => operationLine((await operations())[0] ?? expect.fail()).split(':')[0], WITHIN)
      .toBe('endShell');
  });

  test('by an idle sign-in: the check of a session does not keep it alive', async () => {
    const device = await stage.device('legacy');
    const person = await buildMember(stage.server, stage.owner, 'superAdministrator');
    const { browser } = await stage.joined(device, person);
    const seenAt = async () => {
      const rows = await stage.server.platform.database.asSystem((tx) =>
        tx.all(
          sql<{ at: Date }>`select last_seen_at as at from session where manager_id = ${person.managerId}`,
        ),
      );
      return rows[0]?.at.getTime() ?? 0;
    };
    // Output is no activity, and the device is never silent.
    for (const line of ['one', 'two', 'three', 'four']) {
      stage.server.advance(15 * SECOND);
      device.print(line);
      await expect.poll(() => browser.output, WITHIN).toContain(line);
    }
    const before = await seenAt();
    // Checked every five seconds.
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    expect(await seenAt()).toBe(before);
    browser.type('x');
    await expect.poll(seenAt, WITHIN).toBeGreaterThan(before);
  });
});

test('a killed console leaves sessions that the next one ends when they were last seen', async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'airloom-shell-'));
  const on = { databaseUrl: database.url, dataDir };
  const first = await ShellStage.open({}, { on });
  const device = await first.device('legacy');
  const { data } = await first.openShell(device.id);
  first.endAll();
  await first.server.stop();
  // As if it had been killed a minute and a half after the session was opened.
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('set role airloom_system');
  await client.query(`update shell_session set ended_at = null, end_reason = null,
    seen_at = opened_at + interval '90 seconds'`);
  await client.end();
  const second = await startTestServer({}, { on, scheduled: false });
  const as = { as: first.owner.token };
  const { data: sessions } = await second.call('listShellSessions', {}, as);
  expect(sessions.rows).toMatchObject([{ sessionUUID: data.sessionUUID, end: 'interrupted' }]);
  const { data: logged } = await second.call('listOperations', {}, as);
  const last = logged.rows.find((row) => changesOf(row.objects[0])['shellEnd']?.[1] === 'interrupted');
  expect(changesOf(last?.objects[0])).toMatchObject({ seconds: [null, 90] });
  await second.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test('a recording contains the output and not the input; only administrators get it', async () => {
  const device = await stage.device('modern');
  const operator = await buildMember(stage.server, stage.owner, 'siteOperator', {
    siteIds: [stage.account.siteId],
  });
  const settings = { recording: true, keepDays: 7 };
  expect((await stage.server.call('saveShellSettings', settings, { as: stage.owner.token })).code).toBe(0);
  const opened = await stage.openShell(device.id, operator);
  expect(opened.data.recorded).toBe(true);
  const browser = await stage.browser(operator);
  browser.frame({ type: 'join', token: opened.data.token });
  await expect.poll(() => browser.output, WITHIN).toContain('# ');
  device.print('zażółć\r\n');
  browser.frame({ type: 'resize', columns: 100, rows: 30 });
  await expect.poll(() => browser.output, WITHIN).toContain('<100x30>');
  browser.socket.close();
  const row = async () => (await stage.sessions({ deviceUUID: device.id }))[0];
  await expect.poll(async () => (await row())?.recordingUrl, WITHIN).toMatch(/^\/files\//);
  const url = `${stage.server.url}${(await row())?.recordingUrl}`;
  const asOwner = await fetch(url, { headers: { authorization: `Bearer ${stage.owner.token}` } });
  const lines = (await asOwner.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ version: 2, width: 80, height: 24 });
  const output = lines
    .slice(1)
    .filter(([, code]) => code === 'o')
    .map(([, , text]) => text);
  expect(output.join('')).toContain('zażółć');
  expect(lines.slice(1).map(([, code]) => code)).toContain('r');
  expect(lines.slice(1).map(([, code]) => code)).not.toContain('i');
  const asOperator = await fetch(url, { headers: { authorization: `Bearer ${operator.token}` } });
  expect(asOperator.status).toBe(404);
  const seen = await stage.server.call('listShellSessions', {}, { as: operator.token });
  expect(seen.data.rows.map(({ recordingUrl }) => recordingUrl).every((one) => one === null)).toBe(true);
  const off = { recording: false, keepDays: 7 };
  await stage.server.call('saveShellSettings', off, { as: stage.owner.token });
});
