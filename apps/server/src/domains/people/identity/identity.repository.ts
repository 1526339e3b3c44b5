import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import { STEPS_AHEAD_MAX } from './sign-in/two-factor.ts';

const MANAGER = [
  'manager.id',
  'manager.user_name',
  'manager.nickname',
  'manager.phone',
  'manager.email',
  'manager.language',
  'manager.time_zone',
  'manager.two_factor',
  'manager.user_name_changed_at',
  'manager.created_at',
] as const;

const SECRET = [
  'manager_secret.password_hash',
  'manager_secret.totp_secret',
  'manager_secret.totp_last_step',
  'manager_secret.pending_totp_secret',
  'manager_secret.recovery_hashes',
  'manager_secret.wechat_openid',
  'manager_secret.remind_password',
] as const;

function managers() {
  return sqlBuilder
    .selectFrom('manager')
    .innerJoin('manager_secret', 'manager_secret.manager_id', 'manager.id')
    .select(MANAGER)
    .select(SECRET)
    .where('manager.closed_at', 'is', null);
}

export type Manager = NonNullable<Awaited<ReturnType<typeof managerById>>>;

export function managerById(tx: Transaction, id: string) {
  return tx.first(managers().where('manager.id', '=', id));
}

/** The normalized form of a typed name, for lookup and throttling. */
export function normalLoginName(name: string): string {
  return name.startsWith('+') ? name.replaceAll(' ', '') : name.toLowerCase();
}

/** By user name, e-mail, or phone with or without the space after the country code; each has its index. */
export function byLoginName(name: string) {
  const normal = normalLoginName(name);
  if (normal.startsWith('+')) return managers().where(sql`replace(manager.phone, ' ', '')`, '=', normal);
  if (normal.includes('@')) return managers().where('manager.email', '=', normal);
  return managers().where(sql`lower(manager.user_name)`, '=', normal);
}

export function managerByLoginName(tx: Transaction, name: string) {
  return tx.first(byLoginName(name));
}

/** Every name a person can sign in under. */
export function loginNamesOf(manager: Pick<Manager, 'user_name' | 'phone' | 'email'>): string[] {
  return [manager.user_name, manager.phone, manager.email]
    .filter((name) => name !== null)
    .map((name) => normalLoginName(name));
}

/** The current row of a person, locked until the transaction ends. Sessions can be created for them meanwhile. */
export function lockManager(tx: Transaction, id: string) {
  return tx.first(
    sqlBuilder
      .selectFrom('manager')
      .select(MANAGER)
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .forNoKeyUpdate(),
  );
}

/** A phone or an e-mail is also a name to sign in under. */
export function managerByContact(tx: Transaction, contact: string) {
  return managerByLoginName(tx, contact);
}

export function managerByWechat(tx: Transaction, openid: string) {
  return tx.first(managers().where('manager_secret.wechat_openid', '=', openid));
}

export interface NewManager {
  readonly id: string;
  readonly userName: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly language: string;
  readonly passwordHash: string | null;
  readonly remindPassword: boolean;
}

export async function insertManager(tx: Transaction, manager: NewManager): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('manager').values({
      id: manager.id,
      user_name: manager.userName,
      nickname: manager.userName,
      phone: manager.phone,
      email: manager.email,
      language: manager.language,
    }),
  );
  await tx.run(
    sqlBuilder.insertInto('manager_secret').values({
      manager_id: manager.id,
      password_hash: manager.passwordHash,
      remind_password: manager.remindPassword,
    }),
  );
}

export interface ManagerChange {
  user_name?: string;
  user_name_changed_at?: Date;
  nickname?: string;
  phone?: string;
  email?: string;
  language?: string;
  time_zone?: string;
  two_factor?: 'off' | 'totp' | 'code';
  closed_at?: Date;
}

export function updateManager(tx: Transaction, id: string, change: ManagerChange): Promise<number> {
  return tx.run(sqlBuilder.updateTable('manager').set(change).where('id', '=', id));
}

export interface SecretChange {
  password_hash?: string | null;
  remind_password?: boolean;
  totp_secret?: string | null;
  totp_last_step?: number | null;
  pending_totp_secret?: string | null;
  recovery_hashes?: string[];
  wechat_openid?: string | null;
}

export function updateSecret(tx: Transaction, managerId: string, change: SecretChange): Promise<number> {
  return tx.run(sqlBuilder.updateTable('manager_secret').set(change).where('manager_id', '=', managerId));
}

/** Frees the name and contacts for others; removes every credential of the person. */
export async function closeManager(tx: Transaction, id: string, now: Date): Promise<void> {
  await updateManager(tx, id, { closed_at: now });
  await updateSecret(tx, id, {
    password_hash: null,
    totp_secret: null,
    pending_totp_secret: null,
    recovery_hashes: [],
    wechat_openid: null,
  });
}

/** Deletes people who closed their account before `until`, unless an account that may be restored needs them. */
export async function deleteClosedManagers(tx: Transaction, until: Date): Promise<void> {
  await tx.run(
    sqlBuilder
      .deleteFrom('manager')
      .where('closed_at', '<', until)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('membership').select('id').whereRef('membership.manager_id', '=', 'manager.id')),
        ),
      ),
  );
}

/** Only if no code of this step was used yet: of two concurrent sign-ins with one code, one succeeds. */
export async function useTotpStep(tx: Transaction, managerId: string, step: number): Promise<boolean> {
  const used = await tx.run(
    sqlBuilder
      .updateTable('manager_secret')
      .set({ totp_last_step: step })
      .where('manager_id', '=', managerId)
      .where((where) =>
        where.or([
          where('totp_last_step', 'is', null),
          where('totp_last_step', '<', String(step)),
          where('totp_last_step', '>', String(step + STEPS_AHEAD_MAX)),
        ]),
      ),
  );
  return used === 1;
}

export async function useRecoveryCode(tx: Transaction, managerId: string, hash: string): Promise<boolean> {
  const used = await tx.run(
    sqlBuilder
      .updateTable('manager_secret')
      .set({ recovery_hashes: sql<string[]>`array_remove(recovery_hashes, ${hash})` })
      .where('manager_id', '=', managerId)
      .where(sql<boolean>`${hash} = any(recovery_hashes)`),
  );
  return used === 1;
}

export async function managersExist(tx: Transaction): Promise<boolean> {
  return (await tx.first(sqlBuilder.selectFrom('manager').select('id').limit(1))) !== undefined;
}

/** Their secrets cannot be decrypted any more: people with an authenticator app sign in by password alone. */
export async function forgetAuthenticators(tx: Transaction): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('manager_secret')
      .set({ totp_secret: null, pending_totp_secret: null, totp_last_step: null, recovery_hashes: [] }),
  );
  await tx.run(sqlBuilder.updateTable('manager').set({ two_factor: 'off' }).where('two_factor', '=', 'totp'));
}
