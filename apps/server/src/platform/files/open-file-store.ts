import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import type { FileStore } from './file-store.ts';
import { FolderStore } from './folder-store.ts';
import { Incoming } from './incoming.ts';
import { S3Store } from './s3-store.ts';

const S3_TIMEOUT_MS = 15_000;

type FileSettings = Pick<
  Settings,
  'dataDir' | 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

/** A folder beside the data, or an S3-compatible store when one is configured. */
export async function openFileStore(settings: FileSettings, now: Date): Promise<FileStore> {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  if (S3_ENDPOINT === undefined) return FolderStore.open(join(settings.dataDir, 'files'), now);
  if (S3_BUCKET === undefined || S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined) {
    throw new Error('S3_ENDPOINT also needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  }
  const options = {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: settings.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    timeoutMs: S3_TIMEOUT_MS,
  };
  return new S3Store(options, await Incoming.open(join(settings.dataDir, 'incoming'), now));
}
