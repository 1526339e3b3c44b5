import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The first of these programs that can be run.
 * @param {string[]} names
 * @returns {string | undefined}
 */
export function findOnPath(names, path = process.env['PATH'] ?? '') {
  for (const name of names) {
    for (const folder of path.split(delimiter).filter(Boolean)) {
      const candidate = join(folder, name);
      if (isProgram(candidate)) return candidate;
    }
  }
  return undefined;
}

function isProgram(/** @type {string} */ file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // Not there, not to be run, or in a folder that may not be looked into.
    return false;
  }
}
