import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { passphraseFrom, requireStrong } from '../../platform/backup/passphrase.ts';
import type { Settings } from '../../platform/settings.ts';

const NONE =
  'No passphrase: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, or run this on a terminal, which asks for it.';

/** For a new backup: from the settings, else prompted for twice. */
export async function newPassphrase(settings: Settings): Promise<string> {
  const given = await passphraseFrom(settings);
  if (given !== null) return requireStrong(given);
  const first = requireStrong(await askUnseen('Passphrase for the backup: '));
  if ((await askUnseen('The same again: ')) !== first) throw new Error('The two passphrases differ.');
  return first;
}

/** Of an existing backup: from the settings, else prompted for. */
export async function existingPassphrase(settings: Settings): Promise<string> {
  return (await passphraseFrom(settings)) ?? askUnseen('Passphrase of the backup: ');
}

async function askUnseen(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Error(NONE);
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_bytes, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // In raw mode Ctrl-C is an ordinary key.
  const interrupted = new Promise<never>((_resolve, reject) => {
    terminal.once('SIGINT', () => reject(new Error('Interrupted.')));
  });
  try {
    return await Promise.race([terminal.question(''), interrupted]);
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
