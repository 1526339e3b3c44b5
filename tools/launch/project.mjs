import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const cache = join(root, '.cache');

/** A step that failed in a way a person can mend: its message is all they need to see. */
export class Failure extends Error {}

/** Runs a command of the launcher; what it resolves to is the exit code. */
export async function main(/** @type {() => Promise<number>} */ command) {
  try {
    process.exitCode = await command();
  } catch (error) {
    console.error(error instanceof Failure ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
