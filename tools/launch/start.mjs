import './check-node.mjs';
import { join } from 'node:path';
import { ensureWebBuilt } from './build-web.mjs';
import { runInFront } from './child.mjs';
import { ensureInstalled } from './install.mjs';
import { environmentOf, pinnedNode } from './pinned-node.mjs';
import { main, root } from './project.mjs';

await main(async () => {
  await ensureInstalled();
  const node = pinnedNode();
  await ensureWebBuilt(node);
  const server = join(root, 'apps', 'server', 'src', 'processes', 'console.ts');
  const { code } = await runInFront([node, server], { cwd: root, env: environmentOf(node) });
  return code;
});
