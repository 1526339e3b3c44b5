import { open } from 'node:fs/promises';

/** A new name is only safe once its folder is on disk; Windows keeps folders safe by itself and cannot open them. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
