import './check-node.mjs';
import { resolve } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { pinnedNode } from './pinned-node.mjs';
import { main } from './project.mjs';
import { runServerProcess } from './server-process.mjs';

/** `npm run backup` and `npm run restore`: paths are relative to where npm was called. */
await main(async () => {
  const [name = '', ...given] = process.argv.slice(2);
  const folder = process.env['INIT_CWD'] ?? process.cwd();
  const args = given.map((one) => (one.startsWith('-') ? one : resolve(folder, one)));
  await ensureInstalled();
  return runServerProcess(pinnedNode(), name, args);
});
