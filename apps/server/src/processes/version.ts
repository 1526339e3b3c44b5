import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The version of this program. */
export async function readVersion(): Promise<string> {
  const manifest: { version: string } = JSON.parse(
    await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'),
  );
  return manifest.version;
}
