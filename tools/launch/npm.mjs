import { basename } from 'node:path';

/**
 * The command line that runs npm: the very npm that runs this script, where one does.
 * @param {string[]} args
 * @returns {import('./child.mjs').Command}
 */
export function npm(...args) {
  const script = process.env['npm_execpath'];
  if (script && basename(script) === 'npm-cli.js') return [process.execPath, script, ...args];
  return process.platform === 'win32' ? ['cmd.exe', '/c', 'npm', ...args] : ['npm', ...args];
}
