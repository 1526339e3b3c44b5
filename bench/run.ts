import { buildFixture } from './fixture.ts';
import { listCall } from './list-call.ts';
import { report } from './report.ts';
import { siteTree } from './site-tree.ts';
import { startUp } from './start-up.ts';

const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);

if (isWanted('list') || isWanted('tree')) {
  const fixture = await buildFixture();
  try {
    if (isWanted('list')) await report('List call', await listCall(fixture));
    if (isWanted('tree')) await report('Organization and site tree', await siteTree(fixture));
  } finally {
    await fixture.stop();
  }
}
if (isWanted('start')) await report('Start', await startUp());
