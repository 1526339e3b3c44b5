import { join } from 'node:path';
import {
  CertificateAuthority,
  fingerprintOf,
  hasAuthority,
} from '../domains/network/devices/admission/certificate-authority.ts';
import { forgetSealedPasswords } from '../domains/network/devices/index.ts';
import { forgetAuthenticators } from '../domains/people/identity/index.ts';
import { type Database, sqlBuilder, type Transaction } from '../platform/database/database.ts';
import { hasVault, openVault, type Vault } from '../platform/secrets.ts';
import type { Settings } from '../platform/settings.ts';

type KeyName = 'secret' | 'authority';

const FILES: Readonly<Record<KeyName, string>> = { secret: 'secret.key', authority: 'pki/authority.pem' };
const NAMES = ['secret', 'authority'] as const;
const CODE_LENGTH = 8;
/** The code for a key that was lost before its fingerprint was recorded. */
const UNRECORDED = 'unrecorded';

interface Fault {
  readonly name: KeyName;
  readonly text: string;
  /** Accepts a new key in place of the recorded one; of no use once the new one is recorded. */
  readonly code: string;
}

/**
 * The keys of this installation. They are created at the first start only: when the database was used with keys that
 * are missing or different now, this throws, unless ACCEPT_NEW_KEYS contains the codes of the message.
 */
export async function openInstallationKeys(
  database: Database,
  settings: Pick<Settings, 'dataDir' | 'ACCEPT_NEW_KEYS'>,
  now: Date,
): Promise<Vault> {
  const { dataDir, ACCEPT_NEW_KEYS } = settings;
  const faults = await findFaults(database, dataDir);
  if (faults.some(({ code }) => !ACCEPT_NEW_KEYS.includes(code))) throw new Error(refusalOf(faults));
  const vault = await openVault(dataDir);
  const authority = await CertificateAuthority.open(dataDir, now);
  await database.asSystem(async (tx) => {
    await record(tx, 'secret', vault.fingerprint());
    await record(tx, 'authority', fingerprintOf(authority.certificate));
    if (faults.some(({ name }) => name === 'secret')) {
      await forgetAuthenticators(tx);
      await forgetSealedPasswords(tx);
    }
  });
  return vault;
}

/** The keys of the console, for processes beside it. */
export async function checkInstallationKeys(database: Database, dataDir: string): Promise<Vault> {
  const faults = await findFaults(database, dataDir);
  if (faults.length > 0) {
    const texts = faults.map(({ text }) => text).join(' ');
    throw new Error(`${texts} Use the console’s DATA_DIR, or copy its pki and secret.key to ${dataDir}.`);
  }
  return openVault(dataDir);
}

async function findFaults(database: Database, dataDir: string): Promise<Fault[]> {
  const present = await fingerprints(dataDir);
  const { recorded, used } = await database.asSystem(readRecorded);
  return NAMES.flatMap((name) => {
    const path = join(dataDir, FILES[name]);
    const wanted = recorded.get(name);
    const code = wanted?.slice(0, CODE_LENGTH) ?? UNRECORDED;
    if (present[name] === null) {
      return wanted !== undefined || used[name] ? [{ name, code, text: `${path} is missing.` }] : [];
    }
    return wanted === undefined || wanted === present[name]
      ? []
      : [{ name, code, text: `${path} is not the one this database was used with.` }];
  });
}

async function fingerprints(dataDir: string): Promise<Record<KeyName, string | null>> {
  const authority = (await hasAuthority(dataDir))
    ? await CertificateAuthority.open(dataDir, new Date())
    : null;
  return {
    secret: (await hasVault(dataDir)) ? (await openVault(dataDir)).fingerprint() : null,
    authority: authority === null ? null : fingerprintOf(authority.certificate),
  };
}

async function readRecorded(tx: Transaction): Promise<{
  readonly recorded: ReadonlyMap<KeyName, string>;
  /** Whether the database contains data that needs the key: it may be older than the record of its keys. */
  readonly used: Readonly<Record<KeyName, boolean>>;
}> {
  const rows = await tx.all(sqlBuilder.selectFrom('installation_key').select(['name', 'fingerprint']));
  const person = await tx.first(sqlBuilder.selectFrom('manager').select('id').limit(1));
  const device = await tx.first(
    sqlBuilder
      .selectFrom('device_certificate')
      .select('fingerprint')
      .where('claim_code_id', 'is not', null)
      .limit(1),
  );
  return {
    recorded: new Map(rows.map(({ name, fingerprint }) => [name, fingerprint])),
    used: { secret: person !== undefined, authority: device !== undefined },
  };
}

async function record(tx: Transaction, name: KeyName, fingerprint: string): Promise<void> {
  await tx.run(
    sqlBuilder
      .insertInto('installation_key')
      .values({ name, fingerprint })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ fingerprint, recorded_at: new Date() })
          .where('installation_key.fingerprint', '!=', fingerprint),
      ),
  );
}

function refusalOf(faults: readonly Fault[]): string {
  const texts = faults.map(({ text }) => text).join(' ');
  const codes = faults.map(({ code }) => code).join(',');
  return (
    `${texts} The database needs the keys it was used with: without secret.key nobody signs in with an ` +
    'authenticator app, without pki no device can connect. Restore it from a backup of this installation. If it is ' +
    `lost for good, docs/backup.md describes what new keys cost; accept them by starting once with ACCEPT_NEW_KEYS=${codes}.`
  );
}
