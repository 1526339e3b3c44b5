import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../json.ts';
import { fetchAuthority } from './issuers.ts';

/** The certificate authority of the cloud, trusted on first use and stored. */
export async function trustedAuthority(gateway: URL, folder: string | null): Promise<string> {
  if (folder === null) return fetchAuthority(gateway);
  const file = join(folder, 'ca.pem');
  const kept = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isRecord(error) && error['code'] === 'ENOENT') return null;
    throw error;
  });
  if (kept !== null) return kept;
  const fetched = await fetchAuthority(gateway);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(file, fetched);
  return fetched;
}
