import { open } from 'node:fs/promises';

/** A new name is durable only once its folder is synced; Windows does this itself and cannot open folders. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
