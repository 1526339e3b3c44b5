import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Account } from './user.ts';

/** PostgreSQL's programs, and the account that runs them when it is not the current user. */
export interface Installation {
  native: string;
  account: Account | undefined;
}

export interface Program {
  process: ChildProcess;
  messages: Interface;
}

/**
 * Starts a program on a cluster. Another account may be unable to traverse to the cluster (root's home is private),
 * so on Linux it inherits the open folder and names it by its descriptor; the data can then
 * stay in the data folder, and no folder above it has to be opened to anyone.
 */
export function startProgram(
  { native, account }: Installation,
  name: string,
  clusterDir: string,
  args: string[],
  { detached = false } = {},
): Program {
  const handedOver = account && process.platform === 'linux' ? openSync(clusterDir, 'r') : undefined;
  try {
    const child = spawn(
      join(native, 'bin', name),
      ['-D', handedOver === undefined ? clusterDir : '/proc/self/fd/3', ...args],
      {
        ...account,
        detached,
        cwd: join(native, 'bin'),
        env: environment(),
        stdio: ['ignore', 'ignore', 'pipe', ...(handedOver === undefined ? [] : [handedOver])],
        windowsHide: true,
      },
    );
    if (!child.stderr) throw new Error(`${name} was started without a pipe for its messages`);
    return { process: child, messages: createInterface({ input: child.stderr }) };
  } finally {
    if (handedOver !== undefined) closeSync(handedOver);
  }
}

export async function runProgram(
  installation: Installation,
  name: string,
  clusterDir: string,
  args: string[],
): Promise<void> {
  const { process: child, messages } = startProgram(installation, name, clusterDir, args);
  const output: string[] = [];
  messages.on('line', (line) => output.push(line));
  const status = await new Promise((resolve, reject) => {
    child.once('error', (error) => reject(cannotRun(name, installation, error)));
    child.once('close', resolve);
  });
  if (status !== 0) throw new Error(`${name} failed on ${clusterDir}:\n${output.join('\n')}`);
}

export function cannotRun(name: string, { native }: Installation, error: Error): Error {
  return new Error(
    `PostgreSQL's ${name} cannot be run from ${native}: ${error.message}. ` +
      'The folder may be on a file system mounted noexec, or the system may lack glibc; ' +
      'DATABASE_URL uses a PostgreSQL of your own instead.',
    { cause: error },
  );
}

/** PG* variables would redirect the programs, and our secrets must not reach another account. */
export function environment(): NodeJS.ProcessEnv {
  if (process.platform !== 'win32') return { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
  const { SystemRoot, PATH, TEMP, TMP, USERPROFILE, APPDATA } = process.env;
  return { SystemRoot, PATH, TEMP, TMP, USERPROFILE, APPDATA };
}
