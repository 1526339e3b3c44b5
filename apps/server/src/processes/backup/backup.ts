import { parseArgs } from 'node:util';
import { makeBackup } from '../../platform/backup/backup.ts';
import { joinEmbedded } from '../../platform/database/embedded/running.ts';
import { readSettings } from '../../platform/settings.ts';
import { print } from '../run-process.ts';
import { readVersion } from '../version.ts';
import { runCommand } from './run-command.ts';
import { newPassphrase } from './terminal-passphrase.ts';

const MEGABYTE = 1024 * 1024;

/** Makes one backup; the console may run meanwhile. */
async function backup(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error('Usage: npm run backup -- FILE');
  const settings = readSettings(process.env);
  const passphrase = await newPassphrase(settings);
  const database =
    settings.DATABASE_URL === undefined
      ? await joinEmbedded(settings.dataDir, print)
      : { connectionString: settings.DATABASE_URL, stop: async () => undefined };
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  try {
    const { bytes, files, lost } = await makeBackup({
      settings,
      connectionString: database.connectionString,
      version: await readVersion(),
      file,
      passphrase,
      now: new Date(),
      signal: stopping.signal,
    });
    for (const id of lost) console.error(`The stored file ${id} is missing; the backup goes without it.`);
    print(
      `${file} is complete: the database, ${files} stored files and the keys, ${(bytes / MEGABYTE).toFixed(1)} MB.`,
    );
    print('Keep the passphrase apart from it: nobody can open the backup without.');
  } finally {
    await database.stop();
  }
}

runCommand(backup);
