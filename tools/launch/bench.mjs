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
  const benchmarks = join(root, 'bench', 'run.ts');
  const { code } = await runInFront([node, benchmarks, ...process.argv.slice(2)], {
    cwd: root,
    env: environmentOf(node),
  });
  return code;
});
