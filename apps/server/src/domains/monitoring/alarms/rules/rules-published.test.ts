import { alarmRuleInput } from '@airloom/contract/alarms/alarms.rules';
import { ALL_GRANTS } from '@airloom/contract/permissions';
import { BUILT_IN_ROLES } from '@airloom/contract/roles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessBus } from '../../../../platform/bus/in-process-bus.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { buildStage, type Stage } from '../testing/alarm-stage.ts';
import { createRule, deleteRule, switchRule, updateRule } from './rules.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function scopeOf({ owner }: Stage): Scope {
  return {
    tenant: owner.tenant,
    manager: owner.managerId,
    membership: owner.membershipId,
    userName: owner.userName,
    roleKey: BUILT_IN_ROLES.superAdministrator.key,
    grants: new Set(ALL_GRANTS),
    reach: { kind: 'all' },
    demo: false,
    demoSession: null,
    origin: { address: '', call: '', requestId: '' },
  };
}

test('publishes every change of a rule that affects evaluation, and nothing else', async () => {
  const { platform } = server;
  const stage = await buildStage(server);
  const scope = scopeOf(stage);
  const bus = new InProcessBus(platform.log);
  const published: string[] = [];
  bus.subscribe('alarms.rules', ({ tenant }) => published.push(tenant));
  const expectPublished = async (times: number) => {
    await expect.poll(() => published).toEqual(Array.from({ length: times }, () => scope.tenant));
    published.length = 0;
  };

  const levels = [{ level: 'urgent', threshold: 90 }];
  const input = alarmRuleInput.parse({ name: 'Hot', type: 'highCpu', levels });
  const ruleId = await createRule(platform, bus, scope, input);
  await expectPublished(1);
  await updateRule(platform, bus, scope, ruleId, input);
  await switchRule(platform, bus, scope, ruleId, true);
  await expect(createRule(platform, bus, scope, input)).rejects.toThrow('alarmRuleNameTaken');
  await expectPublished(0);
  await updateRule(platform, bus, scope, ruleId, { ...input, holdMinutes: 5 });
  await switchRule(platform, bus, scope, ruleId, false);
  await deleteRule(platform, bus, scope, ruleId);
  await expectPublished(3);
});
