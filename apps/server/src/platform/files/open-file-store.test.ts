import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../settings.ts';
import { FolderStore } from './folder-store.ts';
import { openFileStore } from './open-file-store.ts';
import { S3Store } from './s3-store.ts';

const S3 = {
  S3_ENDPOINT: 'https://s3.example.org',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'airloom-files-'));
});
afterEach(async () => {
  await rm(dataDir, { recursive: true });
});

function open(env: Readonly<Record<string, string>>) {
  return openFileStore(readSettings({ DATA_DIR: dataDir, ...env }), new Date());
}

describe('file store by settings', () => {
  it('is a folder unless an S3 store is configured', async () => {
    expect(await open({})).toBeInstanceOf(FolderStore);
    expect(await open(S3)).toBeInstanceOf(S3Store);
  });

  it.each(['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
    'is not opened without %s',
    async (missing) => {
      await expect(open({ ...S3, [missing]: '' })).rejects.toThrow('S3_ENDPOINT also needs');
    },
  );
});
