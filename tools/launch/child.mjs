import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const KILL_AFTER_MS = 15_000;

/**
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv }} Place
 * @typedef {[command: string, ...args: string[]]} Command
 */

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a command and keeps what it says, in order. A signal ends the command first, then this process.
 * @param {Command} command
 * @param {Place} place
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function runQuietly([command, ...args], place) {
  const child = spawn(command, args, { ...place, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  /** @type {NodeJS.Signals | undefined} */
  let interruption;
  const code = await heedingSignals(
    (signal) => {
      interruption ??= signal;
      child.kill(signal);
    },
    () => ended(child),
  );
  if (interruption) process.exit(128 + constants.signals[interruption]);
  return { ok: code === 0, output: Buffer.concat(chunks).toString() };
}

/**
 * Runs a command on the same terminal. The first signal that asks this process to end is passed on, once: npm sends
 * a second one after the terminal's. A child that does not heed it in time is killed.
 * @param {Command} command
 * @param {Place} place
 * @returns {Promise<{ code: number, interrupted: boolean }>}
 */
export async function runInFront([command, ...args], place) {
  const windows = process.platform === 'win32';
  // In a session of its own the child hears Ctrl-C from here alone.
  const child = spawn(command, args, { ...place, stdio: 'inherit', detached: !windows });
  /** @type {NodeJS.Timeout | undefined} */
  let killing;
  const code = await heedingSignals(
    (signal) => {
      if (killing) return;
      // On Windows the console has told the child already, and a signal from here would cut it off.
      if (!windows) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
      killing = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    },
    () => ended(child),
  );
  clearTimeout(killing);
  return { code, interrupted: killing !== undefined };
}

/**
 * @param {(signal: NodeJS.Signals) => void} onSignal
 * @param {() => Promise<number>} work
 */
async function heedingSignals(onSignal, work) {
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    return await work();
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
