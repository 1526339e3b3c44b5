import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newToken } from '../platform/secrets.ts';
import { OpenDatabase, SpawnedConsole } from '../testing/spawned-console.ts';
import { startTestServer } from '../testing/test-server.ts';

let database: OpenDatabase;
let server: SpawnedConsole;
let secretKey: string;
let pki: string;
let password: string;
beforeAll(async () => {
  database = await OpenDatabase.create();
  server = await SpawnedConsole.on(database);
  secretKey = join(server.dataDir, 'secret.key');
  pki = join(server.dataDir, 'pki');
  await server.start();
  password = server.password ?? '';
});
afterAll(() => server.end());

/** A console in this process: starting another process takes far longer than refusing. */
async function refusalHere(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const on = { databaseUrl: database.url, dataDir: server.dataDir };
  return startTestServer(env, { on }).then(
    async (started) => {
      await started.stop();
      return 'it started';
    },
    (error: unknown) => String(error),
  );
}

/** Runs while the console is stopped, and a file or folder of its data folder is moved away. */
async function without(path: string, work: () => Promise<void>): Promise<void> {
  await server.stop('SIGTERM');
  await rename(path, `${path}.aside`);
  try {
    await work();
  } finally {
    await rm(path, { recursive: true, force: true });
    await rename(`${path}.aside`, path);
  }
}

async function refusal(env: Readonly<Record<string, string>> = {}): Promise<string> {
  return server.start(env).then(
    () => 'it started',
    (error: unknown) => String(error),
  );
}

function codeIn(message: string): string {
  return /ACCEPT_NEW_KEYS=(\S+)\./.exec(message)?.[1] ?? '';
}

describe('a console over a database that is in use', () => {
  test('refuses to start without its secret.key, and makes no other', async () => {
    await without(secretKey, async () => {
      const message = await refusal();
      expect(message).toContain('secret.key is missing');
      expect(message).toContain('Restore it from a backup');
      expect(existsSync(secretKey)).toBe(false);
    });
  });

  test('refuses to start with a secret.key of another installation', async () => {
    await without(secretKey, async () => {
      await writeFile(secretKey, newToken(), { mode: 0o600 });
      expect(await refusalHere()).toContain('secret.key is not the one this database was used with');
    });
  });

  test('refuses to start without its certificate authority, and makes no other', async () => {
    await without(pki, async () => {
      expect(await refusalHere()).toContain('pki/authority.pem is missing');
      expect(existsSync(join(pki, 'authority.pem'))).toBe(false);
    });
  });

  test('refuses a missing secret.key also when no check value was recorded yet', async () => {
    await without(secretKey, async () => {
      await database.query("create table kept as select * from installation_key where name = 'secret'");
      await database.query("delete from installation_key where name = 'secret'");
      expect(await refusalHere()).toContain('secret.key is missing');
      await database.query('insert into installation_key select * from kept');
      await database.query('drop table kept');
    });
  });

  test('refuses a database with migrations of a newer version', async () => {
    await database.query("insert into migration (name, sha256) values ('9999-later.sql', 'x')");
    try {
      const message = await refusal();
      expect(message).toContain('9999-later.sql');
      expect(message).toContain('newer version');
    } finally {
      await database.query("delete from migration where name = '9999-later.sql'");
    }
  });

  test('starts again with its own keys', async () => {
    await server.start();
    expect((await server.get('/site/list?size=1')).code).toBe(0);
  });

  test('accepts new keys with the code of the refusal, once, and people sign in by password', async () => {
    await turnTwoFactorOn();
    await server.stop('SIGTERM');
    await rm(secretKey);
    await rm(pki, { recursive: true });
    const code = codeIn(await refusalHere());
    expect(code).toMatch(/^[\da-f]{8},[\da-f]{8}$/);
    expect(codeIn(await refusalHere({ ACCEPT_NEW_KEYS: '00000000' }))).toBe(code);

    await server.start({ ACCEPT_NEW_KEYS: code });
    await server.signIn(password);
    expect(server.token).not.toBe('');

    // The same code left in the settings accepts nothing more.
    await without(secretKey, async () => {
      expect(await refusalHere({ ACCEPT_NEW_KEYS: code })).toContain('secret.key is missing');
    });
    expect(await refusalHere()).toBe('it started');
  });
});

/** The administrator's authenticator secret is sealed with the key that will be lost. */
async function turnTwoFactorOn(): Promise<void> {
  const { data } = await server.post('/user/beginTwoFactor', {});
  const totp = new TOTP({ secret: Secret.fromBase32(data['secret'] ?? '') });
  const input = { twoFactor: 'totp', password, code: totp.generate() };
  expect((await server.post('/user/setAccountSwitch', input)).code).toBe(0);
}
