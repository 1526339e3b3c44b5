import { readFile } from 'node:fs/promises';
import type { Settings } from '../settings.ts';

const LENGTH_MIN = 12;

type PassphraseSettings = Pick<Settings, 'BACKUP_PASSPHRASE' | 'BACKUP_PASSPHRASE_FILE'>;

/** The passphrase of backups in the settings; null when it is not set. */
export async function passphraseFrom(settings: PassphraseSettings): Promise<string | null> {
  const { BACKUP_PASSPHRASE, BACKUP_PASSPHRASE_FILE } = settings;
  if (BACKUP_PASSPHRASE !== undefined) return BACKUP_PASSPHRASE;
  if (BACKUP_PASSPHRASE_FILE === undefined) return null;
  const text = await readFile(BACKUP_PASSPHRASE_FILE, 'utf8').catch((error: unknown) => {
    throw new Error(`BACKUP_PASSPHRASE_FILE ${BACKUP_PASSPHRASE_FILE} cannot be read.`, { cause: error });
  });
  return text.replace(/\r?\n$/, '');
}

/** Refuses passphrases that somebody who obtains a backup could guess. */
export function requireStrong(passphrase: string): string {
  if (passphrase.length >= LENGTH_MIN) return passphrase;
  throw new Error(`The passphrase of backups must have at least ${LENGTH_MIN} characters.`);
}
