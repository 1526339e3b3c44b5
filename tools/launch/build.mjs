import './check-node.mjs';
import { ensureWebBuilt } from './build-web.mjs';
import { pinnedNode } from './pinned-node.mjs';
import { main } from './project.mjs';

await main(async () => {
  await ensureWebBuilt(pinnedNode());
  return 0;
});
