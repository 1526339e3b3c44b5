import { openDatabase } from '../../../../platform/database/database.ts';
import { Outside } from '../../../../platform/http/outside.ts';
import { createLog } from '../../../../platform/log.ts';
import { openVault } from '../../../../platform/secrets.ts';
import { openSenders } from '../../../../platform/senders/open-senders.ts';
import { readSettings } from '../../../../platform/settings.ts';
import { Delivery } from '../delivery/delivery.ts';

/** Delivers until it is killed. Its clock is ahead, so that all planned notices are due. */
const {
  url,
  dataDir,
  aheadMs,
  env,
}: {
  url: string;
  dataDir: string;
  aheadMs: number;
  env: Record<string, string>;
} = JSON.parse(process.argv[2] ?? '');

const log = createLog('silent');
const settings = readSettings({ DATA_DIR: dataDir, ...env });
const database = openDatabase({ connectionString: url, max: 4, onError: () => undefined });
const delivery = new Delivery({
  database,
  log,
  settings,
  vault: await openVault(dataDir),
  senders: openSenders(settings, database, log),
  outside: new Outside(settings.WEBHOOK_ALLOW),
  inbox: { write: () => Promise.resolve() },
  wakeOutbox: () => undefined,
  monotonic: () => performance.now(),
  now: () => new Date(Date.now() + aheadMs),
  changed: () => undefined,
});
await delivery.start();
