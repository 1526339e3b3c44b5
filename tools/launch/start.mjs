import './check-node.mjs';
import { ensureWebBuilt } from './build-web.mjs';
import { ensureInstalled } from './install.mjs';
import { pinnedNode } from './pinned-node.mjs';
import { Failure, main } from './project.mjs';
import { runServerProcess } from './server-process.mjs';

const PROCESSES = ['console', 'gateway'];

await main(async () => {
  const [name = 'console', ...more] = process.argv.slice(2);
  if (!PROCESSES.includes(name) || more.length > 0) {
    throw new Failure('npm start runs the console; npm start -- gateway runs a gateway beside it.');
  }
  await ensureInstalled();
  const node = pinnedNode();
  if (name === 'console') await ensureWebBuilt(node);
  return runServerProcess(node, name);
});
