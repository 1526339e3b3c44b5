import { join } from 'node:path';
import { runInFront } from './child.mjs';
import { environmentOf } from './pinned-node.mjs';
import { root } from './project.mjs';

/**
 * Runs one of the server's processes on this terminal; resolves to its exit code.
 * @param {string} node
 * @param {string} name
 * @param {string[]} args
 */
export async function runServerProcess(node, name, args = []) {
  const file = join(root, 'apps', 'server', 'src', 'processes', `${name}.ts`);
  const { code } = await runInFront([node, file, ...args], { cwd: root, env: environmentOf(node) });
  return code;
}
