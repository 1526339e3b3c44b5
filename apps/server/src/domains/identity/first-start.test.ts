import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/test-server.ts';
import { createFirstAdministrator } from './index.ts';

test.each([
  { AIRLOOM_DEMO: 'on', accounts: ['Airloom Demo', 'admin'] },
  { AIRLOOM_DEMO: 'off', accounts: ['admin'] },
])(
  'the first start with the demo $AIRLOOM_DEMO makes an administrator once',
  async ({ AIRLOOM_DEMO, accounts }) => {
    const server = await startTestServer({ AIRLOOM_DEMO });
    try {
      const first = await createFirstAdministrator(server.platform);
      expect(await createFirstAdministrator(server.platform)).toBeNull();
      const rows = await server.platform.database.asSystem((tx) =>
        tx.all(sql<{ name: string }>`select name from account order by name`),
      );
      expect(rows.map((row) => row.name)).toEqual(accounts);
      const login = await server.call('login', { username: 'admin', password: first?.password ?? '' });
      expect(login.code).toBe(0);
      expect(login.data.remindMsg).not.toBe('');
    } finally {
      await server.stop();
    }
  },
);
