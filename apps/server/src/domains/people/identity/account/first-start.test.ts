import type { Language } from '@airloom/contract/languages';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { translate } from '../../../../platform/text/text.ts';
import { startTestServer } from '../../../../testing/test-server.ts';
import { createFirstAdministrator } from '../index.ts';

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

function text(language: Language): string {
  return translate(language, 'notices.generatedPassword');
}

test('signing in uses the requested language, else the person’s own, else Chinese', async () => {
  const server = await startTestServer({ AIRLOOM_DEMO: 'off' });
  const password = (await createFirstAdministrator(server.platform))?.password ?? '';
  const reminder = async (acceptLanguage: string) => {
    const headers = { 'accept-language': acceptLanguage };
    return (await server.call('login', { username: 'admin', password }, { headers })).data.remindMsg;
  };
  expect(await reminder('*')).toBe(text('zh'));
  // The default is not stored; the first requested language is.
  expect(await reminder('pl')).toBe(text('pl'));
  expect(await reminder('*')).toBe(text('pl'));
  expect(await reminder('es')).toBe(text('es'));
  expect(await reminder('*')).toBe(text('pl'));

  const wrong = { username: 'admin', password: 'not the password' };
  const stranger = await server.call('login', wrong, { headers: { 'accept-language': '*' } });
  expect(stranger.msg).toBe(translate('zh', 'errors.wrongCredentials'));
  await server.stop();
});
