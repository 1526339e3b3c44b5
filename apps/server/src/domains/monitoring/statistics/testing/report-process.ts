import { openDatabase } from '../../../../platform/database/database.ts';
import { createLog } from '../../../../platform/log.ts';
import { openSenders } from '../../../../platform/senders/open-senders.ts';
import { readSettings } from '../../../../platform/settings.ts';
import { planReports, sendReports } from '../reports/delivery.ts';

/** Plans and sends due reports once, with a clock that is ahead. */
const { url, aheadMs, env }: { url: string; aheadMs: number; env: Record<string, string> } = JSON.parse(
  process.argv[2] ?? '',
);
const log = createLog('silent');
const settings = readSettings(env);
const database = openDatabase({ connectionString: url, max: 4, onError: () => undefined });
const senders = openSenders(settings, database, log);
const context = { database, log, settings, senders, now: () => new Date(Date.now() + aheadMs) };
await planReports(context);
await sendReports(context);
await database.end();
