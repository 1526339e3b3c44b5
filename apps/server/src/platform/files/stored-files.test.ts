import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Database, openDatabase, sqlBuilder } from '../database/database.ts';
import { newId } from '../ids.ts';
import { Quotas } from '../quotas/quotas.ts';
import type { Scope } from '../scope.ts';
import { readSettings } from '../settings.ts';
import { FILE_KINDS } from './file-kinds.ts';
import { FolderStore } from './folder-store.ts';
import { StoredFiles } from './stored-files.ts';

let test: TestDatabase;
let database: Database;
let folder: string;
let files: StoredFiles;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase({ connectionString: test.url, max: 4, onError: () => undefined });
  folder = await mkdtemp(join(tmpdir(), 'airloom-files-'));
  files = new StoredFiles({
    database,
    files: await FolderStore.open(folder, new Date()),
    quotas: new Quotas(readSettings({}), () => new Date()),
  });
});
afterAll(async () => {
  await database.end();
  await test.drop();
  await rm(folder, { recursive: true });
});

function scopeOf(tenant: string): Scope {
  return {
    tenant,
    manager: newId(),
    membership: newId(),
    userName: 'ada',
    roleKey: 'ROLE_SUPER_ADMIN',
    grants: new Set(),
    reach: { kind: 'all' },
    demo: false,
    demoSession: null,
    origin: { address: '127.0.0.1', call: 'storage', requestId: 'request' },
  };
}

function body(text: string): Readable {
  return Readable.from([Buffer.from(text)]);
}

async function keptFiles(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('stored files', () => {
  it('keep no bytes without a row', async () => {
    await expect(files.store(scopeOf('no tenant at all'), 'attachment', body('x'))).rejects.toThrow();
    expect(await keptFiles()).toEqual([]);
  });

  it('enforce the size limit themselves, whatever the entry point', async () => {
    const bytes = body('x'.repeat(FILE_KINDS.attachment.maxBytes + 1));
    await expect(files.store(scopeOf(newId()), 'attachment', bytes)).rejects.toThrow('payloadTooLarge');
    expect(await keptFiles()).toEqual([]);
  });

  it('report bytes that the store has lost', async () => {
    const scope = scopeOf(newId());
    const file = await files.store(scope, 'attachment', body('x'));
    expect(await files.find(scope, file.id)).toEqual(file);
    expect(await keptFiles()).toEqual([file.id]);
    await rm(join(folder, file.id.slice(-2), file.id));
    await expect(files.read(file)).rejects.toThrow(`lost ${file.id}`);
  });

  it('cannot be written into another account', async () => {
    const [mine, other] = [scopeOf(newId()), scopeOf(newId())];
    const file = await files.store(mine, 'attachment', body('x'));
    const stolen = database.withTenant(other, (tx) =>
      tx.run(
        sqlBuilder.updateTable('stored_file').set({ tenant_id: other.tenant }).where('id', '=', file.id),
      ),
    );
    expect(await stolen).toBe(0);
    expect(await files.find(other, file.id)).toBeNull();
    expect(await files.find(mine, file.id)).toEqual(file);
  });
});
