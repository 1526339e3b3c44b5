import { join } from 'node:path';
import { type CallName, callTable } from '@airloom/contract/all-calls';
import { test } from 'vitest';
import { examples } from '../generated/examples.ts';
import { openStage } from '../generated/stage.ts';
import { forgetThrottles } from '../generated/throttles.ts';
import { buildNetworkOfAllKinds } from '../network-of-all-kinds.ts';
import { writeRelease } from './release-file.ts';

const RELEASE = process.env['WRITE_RELEASE'];
/** Calls about a person's own sign-in, which would end the calling session. */
const OWN_ACCESS: ReadonlySet<string> = new Set(['public', 'signedIn']);
const REMOVES = /^(close|delete|remove|clear|end|leave|revoke|signOut|logout)/;

/** Not a test: `WRITE_RELEASE=<number of its newest migration>` writes the file of a release that is about to be made. */
test.runIf(RELEASE !== undefined)('writes the database of this release', { timeout: 600_000 }, async () => {
  const stage = await openStage();
  const world = await stage.newWorld();
  await buildNetworkOfAllKinds(stage.server, world.owner, world.siteUUID);
  const writes = (Object.keys(callTable) as CallName[]).filter(
    (name) =>
      callTable[name].effect === 'write' && !REMOVES.test(name) && !OWN_ACCESS.has(callTable[name].access),
  );
  for (const name of writes) {
    await forgetThrottles(stage.server);
    await stage.server.send(name, await examples[name](world), { as: world.owner.token });
  }
  await stage.atRest(world);
  await writeRelease(stage.server.databaseUrl, join(import.meta.dirname, `${RELEASE}.txt`));
  await stage.stop();
});
