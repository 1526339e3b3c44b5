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
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
