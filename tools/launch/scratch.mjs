import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Several times what all tests together were seen to need. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * A folder until this process ends for all that tests throw away, in memory where there is enough of it. On a disk, one file that must be
 * safe waits for everything the test clusters have written: half a minute was seen.
 */
export function makeScratch() {
  const folder = mkdtempSync(join(hasFreeSlot(MEMORY) ? MEMORY : tmpdir(), 'airloom-'));
  // PostgreSQL refuses to run as root; its user needs access to the folder.
  chmodSync(folder, 0o711);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasFreeSlot(/** @type {string} */ folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
