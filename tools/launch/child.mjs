import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const KILL_AFTER_MS = 15_000;
const PARENT_POLL_MS = 200;

/**
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv }} Place
 * @typedef {[command: string, ...args: string[]]} Command
 */

/** A child in its own session receives Ctrl-C only from here; not on Windows. */
const OWN_SESSION = process.platform !== 'win32';
const parent = process.ppid;
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a command and keeps what it says, in order. A signal ends the command first, then this process.
 * @param {Command} command
 * @param {Place} place
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function runQuietly([command, ...args], place) {
  const child = spawn(command, args, { ...place, stdio: ['ignore', 'pipe', 'pipe'], detached: OWN_SESSION });
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  /** @type {NodeJS.Signals | undefined} */
  let interruption;
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    if (interruption) return;
    interruption = signal;
    // Not the signal itself: after SIGINT npm continues installing.
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  };
  const code = await heedingSignals(stop, () => ended(child));
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
  const child = spawn(command, args, { ...place, stdio: 'inherit', detached: OWN_SESSION });
  /** @type {NodeJS.Timeout | undefined} */
  let killing;
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    if (killing) return;
    // On Windows the console has signalled the child already, and another signal would kill it.
    if (OWN_SESSION) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    killing = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  };
  const code = await heedingSignals(stop, () => ended(child));
  clearTimeout(killing);
  return { code, interrupted: killing !== undefined };
}

/**
 * npm passes a signal to the shell between it and this process, which dies of it without a word: under npm the loss of
 * the parent is a signal too.
 * @param {(signal: NodeJS.Signals) => void} onSignal
 * @param {() => Promise<number>} work
 */
async function heedingSignals(onSignal, work) {
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const watching = setInterval(() => {
    if (process.env['npm_lifecycle_event'] && process.ppid !== parent) onSignal('SIGTERM');
  }, PARENT_POLL_MS);
  try {
    return await work();
  } finally {
    clearInterval(watching);
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
