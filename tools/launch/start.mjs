import './check-node.mjs';
import { join } from 'node:path';
import { ensureWebBuilt } from './build-web.mjs';
import { runInFront } from './child.mjs';
import { ensureInstalled } from './install.mjs';
import { environmentOf, pinnedNode } from './pinned-node.mjs';
import { Failure, main, root } from './project.mjs';

const PROCESSES = ['console', 'gateway'];

await main(async () => {
  const [name = 'console', ...more] = process.argv.slice(2);
  if (!PROCESSES.includes(name) || more.length > 0) {
    throw new Failure('npm start runs the console; npm start -- gateway runs a gateway beside it.');
  }
  await ensureInstalled();
  const node = pinnedNode();
  if (name === 'console') await ensureWebBuilt(node);
  const server = join(root, 'apps', 'server', 'src', 'processes', `${name}.ts`);
  const { code } = await runInFront([node, server], { cwd: root, env: environmentOf(node) });
  return code;
});
