import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foreignAuthority } from '../../apps/server/src/domains/network/devices/testing/certificates.ts';

/** Files of a new certificate authority. */
export async function authorityFiles(name: string): Promise<{ certificate: string; key: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'airloom authority '));
  const authority = await foreignAuthority(name);
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  await writeFile(files.certificate, authority.pem);
  await writeFile(files.key, authority.key, { mode: 0o600 });
  return files;
}
