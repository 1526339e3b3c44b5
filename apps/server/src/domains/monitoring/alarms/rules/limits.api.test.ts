import { ERRORS, OK } from '@airloom/contract/errors';
import { QUOTAS } from '@airloom/contract/quotas';
import { HOUR } from '@airloom/contract/time';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { buildStage, type Stage } from '../testing/alarm-stage.ts';

const AT_ONCE = 6;

let server: TestServer;
let stage: Stage;
beforeAll(async () => {
  server = await startTestServer();
  stage = await buildStage(server);
});
afterAll(() => server.stop());

/** Counts answers of concurrent calls when the quota allows one more. */
async function answers(
  fill: RawBuilder<unknown>,
  add: (nth: number) => Promise<{ readonly code: number }>,
): Promise<{ done: number; refused: number }> {
  await server.platform.database.asSystem((tx) => tx.run(fill));
  const codes = (await Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => add(nth)))).map(
    ({ code }) => code,
  );
  return {
    done: codes.filter((code) => code === OK).length,
    refused: codes.filter((code) => code === ERRORS.quotaReached.code).length,
  };
}

const ONE_FITS = { done: 1, refused: AT_ONCE - 1 };

test('concurrent calls do not exceed the limit of rules', async () => {
  const { tenant } = stage.owner;
  const fill = sql`
    insert into alarm_rule (tenant_id, id, name, type, kinds, levels, hold_minutes, enabled, description, modes,
                            emails, phones, rest_times, holidays, repeat, macs, updated_at)
    select ${tenant}, gen_random_uuid(), 'Rule ' || n, 'upgradeFailed', '{}', '[]', 0, false, '', '{}', '{}', '{}',
           '[]', '[]', 1, '{}', now()
    from generate_series(1, ${QUOTAS.alarmRules.usual - 1} - (
      select count(*)::int from alarm_rule where tenant_id = ${tenant})) as n`;
  const made = answers(fill, (nth) =>
    server.call(
      'createAlarmRule',
      { name: `New ${nth}`, type: 'upgradeFailed', levels: [{ level: 'notice', threshold: null }] },
      stage.as,
    ),
  );
  expect(await made).toEqual(ONE_FITS);
});

test('concurrent calls do not exceed the limit of maintenance', async () => {
  const now = server.platform.now();
  const to = new Date(now.getTime() + HOUR);
  const fill = sql`
    insert into maintenance (tenant_id, id, name, starts_at, ends_at, created_by_name)
    select ${stage.owner.tenant}, gen_random_uuid(), 'Works', ${now}, ${to}, 'Ann'
    from generate_series(1, ${QUOTAS.maintenanceWindows.usual - 1}::int)`;
  const planned = answers(fill, (nth) =>
    server.call(
      'planMaintenance',
      {
        name: `New ${nth}`,
        siteUUIDs: [stage.harbour.siteId],
        from: now.toISOString(),
        to: to.toISOString(),
      },
      stage.as,
    ),
  );
  expect(await planned).toEqual(ONE_FITS);
});

test('concurrent calls do not exceed the limit of monitored clients', async () => {
  const fill = sql`
    insert into monitored_terminal (tenant_id, id, mac, name, created_at)
    select ${stage.owner.tenant}, gen_random_uuid(), '04:00:00:00:00:' || n, '', now()
    from generate_series(1, ${QUOTAS.monitoredClients.usual - 1}::int) as n`;
  const watched = answers(fill, (nth) =>
    server.call('createAlarmMacs', { terminals: [{ mac: `02-00-00-00-AA-0${nth}`, name: '' }] }, stage.as),
  );
  expect(await watched).toEqual(ONE_FITS);
});
