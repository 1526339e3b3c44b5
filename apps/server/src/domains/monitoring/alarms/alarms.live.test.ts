import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';
import { listen } from '../../people/identity/testing/live.ts';
import { alarmAt, buildStage } from './testing/alarm-stage.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('announces changed alarms only to browsers of people who see the site', async () => {
  const stage = await buildStage(server);
  const stranger = await buildStage(server);
  const [owner, operator, other] = await Promise.all(
    [stage.owner, stage.operator, stranger.owner].map(({ token }) =>
      listen(server, { authorization: `Bearer ${token}` }),
    ),
  );
  const hill = await alarmAt(server, stage, stage.hill);
  await server.call('confirmAlarm', { alarmUUIDs: [hill] }, stage.as);
  await expect.poll(() => owner?.heard, WITHIN).toContain('alarmsChanged');
  const harbour = await alarmAt(server, stage, stage.harbour);
  await server.call('clearAlarm', { alarmUUIDs: [harbour] }, stage.as);
  await expect.poll(() => operator?.heard, WITHIN).toContain('alarmsChanged');
  // The message about the hill was sent before and is not delivered to them.
  expect(operator?.heard.filter((name) => name === 'alarmsChanged')).toHaveLength(1);
  expect(other?.heard).not.toContain('alarmsChanged');
});
