import { linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cache, Failure } from './project.mjs';

const BEAT_MS = 2_000;
const SILENT_MS = 20_000;
const POLL_MS = 200;

/**
 * Lets one process at a time change this clone's installed packages or its built web.
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} folder
 * @returns {Promise<T>}
 */
export async function withLock(work, folder = cache) {
  const lock = join(folder, 'launch.lock');
  const claim = join(folder, `launch.${process.pid}`);
  const writable = unlessCode('EACCES', () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(claim, String(process.pid));
  });
  if (!writable) {
    throw new Failure(
      `This user may not write to ${folder}. Run the command as the user who owns this folder, or hand the folder over ` +
        `(sudo chown -R "$(id -un)" .).`,
    );
  }
  try {
    let waiting = false;
    while (!take(claim, lock)) {
      if (isAbandoned(lock)) rmSync(lock, { force: true });
      else {
        if (!waiting) console.log('… another command is preparing this folder; waiting for it');
        waiting = true;
        await pause(POLL_MS);
      }
    }
  } finally {
    rmSync(claim);
  }
  const beat = setInterval(
    () => unlessCode('ENOENT', () => utimesSync(lock, new Date(), new Date())),
    BEAT_MS,
  );
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.off('exit', release);
    release();
  }
}

/** A link appears with its content or not at all, and to one taker only. */
function take(/** @type {string} */ claim, /** @type {string} */ lock) {
  return unlessCode('EEXIST', () => linkSync(claim, lock));
}

/** Its holder is gone, or silent for so long that its process id must be another's by now. */
function isAbandoned(/** @type {string} */ lock) {
  let abandoned = false;
  unlessCode('ENOENT', () => {
    const silence = Date.now() - statSync(lock).mtimeMs;
    abandoned = silence > SILENT_MS || !isAlive(Number(readFileSync(lock, 'utf8')));
  });
  return abandoned;
}

function isAlive(/** @type {number} */ pid) {
  return unlessCode('ESRCH', () => unlessCode('EPERM', () => process.kill(pid, 0)));
}

/** Whether the action went through without this failure. */
function unlessCode(/** @type {string} */ code, /** @type {() => void} */ action) {
  try {
    action();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === code) return false;
    throw error;
  }
}
