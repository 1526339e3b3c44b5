import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { enrol, VirtualDevice } from '../../domains/network/devices/testing/virtual-device.ts';
import { PATHS } from '../../platform/http/paths.ts';
import { SpawnedConsole } from '../../testing/spawned-console.ts';
import { upload } from '../../testing/upload.ts';
import { WITHIN } from '../../testing/within.ts';

const SERIAL = '02aa00000001';
const PASSPHRASE = 'correct horse battery';
const STEP_MS = 30_000;

let scratch: string;
let source: SpawnedConsole;
let restored: SpawnedConsole;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'airloom-backup-process-'));
  source = await SpawnedConsole.on(null);
  restored = SpawnedConsole.in(join(scratch, 'restored'));
});
afterAll(async () => {
  await source.end();
  await restored.end();
  await rm(scratch, { recursive: true, force: true });
});

/** A command as an operator runs it, with its passphrase in a file. */
async function run(name: 'backup' | 'restore', dataDir: string, file: string): Promise<string> {
  const passphraseFile = join(scratch, 'passphrase');
  await writeFile(passphraseFile, `${PASSPHRASE}\n`);
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), file], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      BACKUP_PASSPHRASE_FILE: passphraseFile,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => output.push(part.toString()));
  await once(child, 'close');
  expect(output.join('')).not.toContain(PASSPHRASE);
  expect([child.exitCode, output.join('')]).toEqual([0, expect.any(String)]);
  return output.join('');
}

/** Renames four organizations from one number to the next, each on its own connection, until the console stops. */
class Load {
  /** Of each organization, the last number that was acknowledged. */
  readonly acknowledged = [0, 0, 0, 0];
  readonly #writers: Promise<void>[];

  constructor(console: SpawnedConsole) {
    this.#writers = this.acknowledged.map((_, writer) => this.#write(console, writer));
  }

  async ended(): Promise<void> {
    await Promise.all(this.#writers);
  }

  async #write(console: SpawnedConsole, writer: number): Promise<void> {
    const { data } = await console.post('/enterprise/create', { name: `Load ${writer} 0` });
    for (let number = 1; ; number += 1) {
      const change = { enterpriseUUID: data['enterpriseUUID'], name: `Load ${writer} ${number}` };
      const answer = await console.post('/enterprise/update', change).catch(() => null);
      if (answer === null) return;
      if (answer.code === 0) this.acknowledged[writer] = number;
    }
  }
}

/** The number in the name of each organization under load. */
async function numbersIn(console: SpawnedConsole): Promise<number[]> {
  const { data } = await console.get<{ rows: { name: string }[] }>('/enterprise/list?search=Load&size=20');
  const parts = data.rows.map(({ name }) => name.split(' ').map(Number));
  return parts.toSorted(([, a = 0], [, b = 0]) => a - b).map(([, , number = -1]) => number);
}

function expectAtLeast(numbers: readonly number[], least: readonly number[]): void {
  expect(numbers.map((number, index) => number >= (least[index] ?? 0))).toEqual([true, true, true, true]);
}

test('a backup made under load, restored after kill -9, has every acknowledged row and file, and accepts TOTP sign-ins and device certificates', async () => {
  await source.start();
  const password = source.password ?? '';
  const { data: organization } = await source.post('/enterprise/create', { name: 'Backed up' });
  const { data: site } = await source.post('/site/create', {
    enterpriseUUID: organization['enterpriseUUID'],
    name: 'Backed up site',
    countryCode: 'PL',
    timeZone: 'UTC+01:00',
  });
  const { data: claim } = await source.post('/device/claim/createCode', {
    siteUUID: site['siteUUID'],
    uses: 1,
    validHours: 1,
  });
  const { credentials, status } = await enrol(source.gatewayPort, claim['code'] ?? '', SERIAL);
  expect(status).toBe(200);
  const image = Buffer.from('firmware of a device');
  const fileId = await upload(source, source.token, 'firmware', image);
  const { data: begun } = await source.post('/user/beginTwoFactor', {});
  const totp = new TOTP({ secret: Secret.fromBase32(begun['secret'] ?? '') });
  const on = await source.post('/user/setAccountSwitch', {
    twoFactor: 'totp',
    password,
    code: totp.generate(),
  });
  expect(on.code).toBe(0);

  const load = new Load(source);
  await vi.waitFor(() => expect(Math.min(...load.acknowledged)).toBeGreaterThan(5), WITHIN);
  const beforeBackup = [...load.acknowledged];
  const file = join(scratch, 'one.backup');
  expect(await run('backup', source.dataDir, file)).toContain('1 stored files');
  const afterBackup = [...load.acknowledged];
  expect(Math.max(...afterBackup)).toBeGreaterThan(Math.max(...beforeBackup));
  expect((await readFile(file)).includes(await readFile(join(source.dataDir, 'secret.key')))).toBe(false);
  expect((await source.get('/site/list?size=1')).code).toBe(0);
  await source.stop('SIGKILL');
  await load.ended();
  await source.start();
  expectAtLeast(await numbersIn(source), load.acknowledged);
  await source.stop('SIGKILL');

  await run('restore', restored.dataDir, file);
  await restored.start();
  expect(restored.password).toBeNull();

  const login = await restored.post('/user/login', { username: 'admin', password });
  const { ticket } = login.data['secondFactor'] as unknown as { ticket: string };
  // The code that enabled it is used up; the next step's is within the window.
  const code = totp.generate({ timestamp: Date.now() + STEP_MS });
  const checked = await restored.post('/user/loginCheck', { ticket, method: 'totp', code });
  expect(checked.code).toBe(0);
  restored.token = checked.data['access_token'] ?? '';

  const numbers = await numbersIn(restored);
  expectAtLeast(numbers, beforeBackup);
  expectAtLeast(
    load.acknowledged.map((number) => number + 1),
    numbers,
  );

  const device = new VirtualDevice(restored.gatewayPort, SERIAL, credentials);
  expect(await device.opened()).toBe('open');
  device.end();

  const download = await fetch(`${restored.url}${PATHS.files}/${fileId}`, {
    headers: { authorization: restored.authorization },
  });
  expect(Buffer.from(await download.arrayBuffer()).equals(image)).toBe(true);
});
