import { ERRORS, OK, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildMember } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { buildStage, log, notifyBy, raise, type Stage, shortLog } from '../testing/notice-stage.ts';

let server: TestServer;
let stage: Stage;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  stage = await buildStage(server);
});
afterAll(() => server.stop());

describe('notice settings', () => {
  test('are created, read, changed and deleted with entries in the operation log', async () => {
    const { owner, harbour, as } = stage;
    const input = {
      name: 'Day shift',
      levels: ['urgent' as const],
      siteUUIDs: [harbour.siteId],
      modes: ['mail' as const, 'page' as const],
      peopleUUIDs: [owner.managerId],
      phones: ['+48 600100200'],
      restTimes: [{ from: '00:00', to: '06:59' }],
      escalateMinutes: 20,
    };
    const { settingUUID } = (await server.call('createNoticeSetting', input, as)).data;
    const listed = async () => (await server.call('listNoticeSettings', {}, as)).data;
    expect(await listed()).toMatchObject([
      {
        settingUUID,
        name: 'Day shift',
        enabled: true,
        sites: [{ uuid: harbour.siteId, name: 'Harbour' }],
        people: [{ uuid: owner.managerId, name: owner.userName }],
        phones: ['+48 600100200'],
        escalateMinutes: 20,
        digest: 'none',
      },
    ]);
    expect((await server.call('createNoticeSetting', { ...input, name: 'DAY SHIFT' }, as)).code).toBe(
      ERRORS.noticeSettingNameTaken.code,
    );
    expect((await server.call('updateNoticeSetting', { settingUUID, setting: input }, as)).code).toBe(
      OK_NOTHING_CHANGED,
    );
    const setting = { ...input, enabled: false };
    expect((await server.call('updateNoticeSetting', { settingUUID, setting }, as)).code).toBe(OK);
    expect((await listed())[0]?.enabled).toBe(false);
    expect((await server.call('deleteNoticeSetting', { settingUUID }, as)).code).toBe(OK);
    expect(await listed()).toEqual([]);
    const operations = await server.call('listOperations', {}, as);
    expect(operations.data.rows.slice(0, 3).map(({ call }) => call)).toEqual([
      'deleteNoticeSetting',
      'updateNoticeSetting',
      'createNoticeSetting',
    ]);
  });

  test('for all sites need a reach of the whole account, others the reach of their sites', async () => {
    const { harbour, hill, operator } = stage;
    const as = { as: operator.token };
    const everywhere = await notifyBy(server, stage);
    const input = {
      name: 'Mine',
      levels: ['urgent' as const],
      modes: ['mail' as const],
      emails: ['a@b.org'],
    };
    const create = async (siteUUIDs: string[]) =>
      (await server.call('createNoticeSetting', { ...input, siteUUIDs }, as)).code;
    expect(await create([])).toBe(ERRORS.permissionDenied.code);
    expect(await create([hill.siteId])).toBe(ERRORS.notFound.code);
    expect(await create([harbour.siteId])).toBe(OK);
    await notifyBy(server, stage, { name: 'Hill', siteUUIDs: [hill.siteId] });
    const seen = (await server.call('listNoticeSettings', {}, as)).data.map(({ name }) => name);
    expect(seen).toEqual(['Mine', 'Night shift']);
    for (const call of ['deleteNoticeSetting', 'testNoticeSetting'] as const) {
      expect((await server.call(call, { settingUUID: everywhere }, as)).code).toBe(
        ERRORS.permissionDenied.code,
      );
    }
  });

  test('accept only people and webhooks of the account', async () => {
    const other = await buildStage(server);
    const input = { name: 'X', levels: ['urgent' as const], modes: ['page' as const] };
    const foreign = { ...input, peopleUUIDs: [other.owner.managerId] };
    expect((await server.call('createNoticeSetting', foreign, stage.as)).code).toBe(ERRORS.notFound.code);
    const hook = await server.call('createWebhook', { name: 'H', url: 'https://example.org' }, other.as);
    const hooked = { ...input, modes: ['webhook' as const], webhookUUIDs: [hook.data.webhookUUID] };
    expect((await server.call('createNoticeSetting', hooked, stage.as)).code).toBe(ERRORS.notFound.code);
  });

  test('drop their waiting notices when deleted', async () => {
    const settingUUID = await notifyBy(server, stage);
    await raise(server, stage);
    await server.call('deleteNoticeSetting', { settingUUID }, stage.as);
    expect(await shortLog(server, stage, 'mail')).toEqual(['raised mail night@example.org dropped']);
  });

  test('drop their waiting notices when disabled', async () => {
    const settingUUID = await notifyBy(server, stage, { escalateMinutes: 30 });
    await raise(server, stage);
    const setting = {
      name: 'Night shift',
      levels: ['urgent' as const, 'important' as const],
      modes: ['mail' as const],
      emails: ['night@example.org'],
      escalateMinutes: 30,
      enabled: false,
    };
    await server.call('updateNoticeSetting', { settingUUID, setting }, stage.as);
    expect(await shortLog(server, stage, 'mail')).toEqual(['escalated mail night@example.org dropped']);
  });

  test('send a test to every recipient at once, in their language', async () => {
    const { owner, as } = stage;
    await server.call('setLang', { yuyan: 'pl' }, as);
    const settingUUID = await notifyBy(server, stage, {
      modes: ['mail', 'page'],
      emails: [],
      peopleUUIDs: [owner.managerId],
    });
    expect((await server.call('testNoticeSetting', { settingUUID }, as)).data).toEqual({ notices: 2 });
    expect((await server.takeMessage(owner.email)).subject).toBe('Testowe powiadomienie Airloom');
    await expect
      .poll(async () => (await server.call('listMessages', { tab: 'notice' }, as)).data.rows, WITHIN)
      .toMatchObject([{ key: 'notices.test.subject' }]);
  });
});

describe('people', () => {
  test('get notices of alarms they see, from settings and rules', async () => {
    const { owner, operator, harbour, hill } = stage;
    const far = await buildMember(server, owner, 'siteOperator', { siteIds: [hill.siteId] });
    const rule = await server.call(
      'createAlarmRule',
      { name: 'Busy', type: 'highCpu', levels: [{ level: 'important', threshold: 95 }], modes: ['page'] },
      stage.as,
    );
    await notifyBy(server, stage, {
      emails: [],
      modes: ['mail'],
      peopleUUIDs: [operator.managerId, far.managerId],
    });
    await raise(server, stage, { ruleId: rule.data.ruleUUID });
    const read = async (token: string) =>
      (await server.call('listMessages', { tab: 'notice' }, { as: token })).data.rows;
    const alarm = {
      key: 'notices.page.alarm',
      link: expect.stringMatching(/^\/topalarm\/list\?alarm=[0-9a-f-]{36}$/),
      params: { step: 'raised', place: `${harbour.siteName}, ${harbour.deviceName}` },
    };
    await expect.poll(() => read(owner.token), WITHIN).toMatchObject([alarm]);
    expect(await read(operator.token)).toMatchObject([alarm]);
    expect(await read(far.token)).toEqual([]);
    expect((await log(server, stage)).filter(({ mode }) => mode === 'mail').map(({ to }) => to)).toEqual([
      operator.email,
    ]);
  });

  test('who left the account or no longer see the site get no waiting notices', async () => {
    const { owner, operator, as } = stage;
    const leaver = await buildMember(server, owner, 'siteOperator', { siteIds: [stage.harbour.siteId] });
    const peopleUUIDs = [leaver.managerId, operator.managerId, owner.managerId];
    await notifyBy(server, stage, { emails: [], peopleUUIDs });
    await raise(server, stage);
    await server.call('removeSubAccount', { subAccountUUID: leaver.membershipId }, as);
    const { rows } = (await server.call('listSubAccounts', {}, as)).data;
    const roleUUID = rows.find(({ managerUUID }) => managerUUID === operator.managerId)?.roleUUID ?? '';
    const reach = { siteUUIDs: [stage.hill.siteId] };
    await server.call('updateSubAccount', { subAccountUUID: operator.membershipId, roleUUID, reach }, as);
    server.advance(11_000);
    await expect
      .poll(async () => (await shortLog(server, stage, 'mail')).toSorted(), WITHIN)
      .toEqual(
        [
          `raised mail ${leaver.email} dropped`,
          `raised mail ${operator.email} dropped`,
          `raised mail ${owner.email} sent`,
        ].toSorted(),
      );
  });

  test('see the delivery log of their sites', async () => {
    await notifyBy(server, stage);
    await raise(server, stage);
    await raise(server, stage, { siteId: stage.hill.siteId, part: 'far' });
    const count = async (token: string) =>
      (await server.call('listDeliveries', { mode: 'mail' }, { as: token })).data.total;
    expect([await count(stage.owner.token), await count(stage.operator.token)]).toEqual([2, 1]);
  });

  test('do not see or retry notices of hidden device classes', async () => {
    const { hill, as } = stage;
    const permissions = ['alarm_index', 'alarm_index:operate', 'device_manage', 'ap_device'] as const;
    const role = await server.call('createRole', { name: 'Radio', permissions: [...permissions] }, as);
    const person = await buildMember(server, stage.owner, 'superAdministrator');
    await server.call(
      'updateSubAccount',
      {
        subAccountUUID: person.membershipId,
        roleUUID: role.data.roleUUID,
        reach: { siteUUIDs: [hill.siteId, stage.harbour.siteId] },
      },
      as,
    );
    await notifyBy(server, stage);
    await raise(server, stage);
    await raise(server, stage, { ...hill, part: 'far' });
    const listed = async (token: string) =>
      (await server.call('listDeliveries', { mode: 'mail' }, { as: token })).data.rows;
    const names = (await listed(person.token)).map(({ alarm }) => alarm?.deviceName);
    expect(names).toEqual([stage.harbour.deviceName]);
    const hidden = (await listed(stage.owner.token)).find((row) => row.alarm?.deviceName === hill.deviceName);
    const again = await server.call(
      'retryDelivery',
      { noticeUUID: hidden?.noticeUUID ?? '' },
      { as: person.token },
    );
    expect(again.code).toBe(ERRORS.notFound.code);
  });
});
