import { parseArgs } from 'node:util';
import { restoreBackup } from '../../platform/backup/restore.ts';
import { readSettings } from '../../platform/settings.ts';
import { print } from '../run-process.ts';
import { runCommand } from './run-command.ts';
import { existingPassphrase } from './terminal-passphrase.ts';

/** Restores a backup into the data folder, and into DATABASE_URL where that is set. */
async function restore(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error('Usage: npm run restore -- FILE [--replace]');
  const settings = readSettings(process.env);
  const passphrase = await existingPassphrase(settings);
  const { createdAt, aside } = await restoreBackup({
    settings,
    file,
    passphrase,
    replace: values.replace,
    now: new Date(),
    log: print,
  });
  print(`The backup of ${createdAt} is restored in ${settings.dataDir}. npm start starts it.`);
  if (aside !== null) print(`What was there before is in ${aside}.`);
}

runCommand(restore);
