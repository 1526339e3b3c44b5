import type { Company } from '@airloom/contract/accounts/accounts.model';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';

const COMPANY = [
  'enterprise_name as enterpriseName',
  'address',
  'contact_name as contactName',
  'phone',
] as const;

function companies(scope: TenantScope) {
  return sqlBuilder.selectFrom('account').select(COMPANY).where('id', '=', scope.tenant);
}

export function findCompany(tx: Transaction, scope: TenantScope): Promise<Company | undefined> {
  return tx.first(companies(scope));
}

export async function accountName(tx: Transaction, { tenant }: TenantScope): Promise<string> {
  const account = await tx.first(sqlBuilder.selectFrom('account').select('name').where('id', '=', tenant));
  return account?.name ?? '';
}

export function lockCompany(tx: Transaction, scope: TenantScope): Promise<Company | undefined> {
  return tx.first(companies(scope).forUpdate());
}

export async function updateCompany(tx: Transaction, scope: TenantScope, company: Company): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('account')
      .set({
        name: company.enterpriseName,
        enterprise_name: company.enterpriseName,
        address: company.address,
        contact_name: company.contactName,
        phone: company.phone,
      })
      .where('id', '=', scope.tenant),
  );
}

/** Whether it runs the installation. */
export async function isOperator(tx: Transaction, scope: TenantScope): Promise<boolean> {
  const account = await tx.first(
    sqlBuilder.selectFrom('account').select('operator').where('id', '=', scope.tenant),
  );
  return account?.operator ?? false;
}

export interface NewAccount {
  readonly id: string;
  readonly name: string;
  readonly enterpriseName: string;
  readonly demo: boolean;
  readonly operator?: boolean;
}

export async function insertAccount(tx: Transaction, account: NewAccount): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('account').values({
      id: account.id,
      name: account.name,
      enterprise_name: account.enterpriseName,
      demo: account.demo,
      operator: account.operator ?? false,
    }),
  );
}

export async function closeAccount(tx: Transaction, tenant: string, now: Date): Promise<void> {
  await tx.run(sqlBuilder.updateTable('account').set({ closed_at: now }).where('id', '=', tenant));
}

/** Accounts closed before `until`, the longest closed first. */
export async function accountsClosedBefore(tx: Transaction, until: Date, atMost: number): Promise<string[]> {
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('account')
      .select('id')
      .where('closed_at', '<', until)
      .orderBy('closed_at')
      .limit(atMost),
  );
  return rows.map(({ id }) => id);
}

/** Some of an account's files, ascending by id, so the last id is the cursor. */
export async function fileIds(
  tx: Transaction,
  tenant: string,
  after: string,
  atMost: number,
): Promise<string[]> {
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('stored_file')
      .select('id')
      .where('tenant_id', '=', tenant)
      .where('id', '>', after)
      .orderBy('id')
      .limit(atMost),
  );
  return rows.map(({ id }) => id);
}

/** Rows with a foreign key to the account are deleted by cascade; the others are named here. */
export async function deleteAccount(tx: Transaction, tenant: string): Promise<void> {
  await tx.run(sqlBuilder.deleteFrom('stored_file').where('tenant_id', '=', tenant));
  await tx.run(sqlBuilder.deleteFrom('operation_log').where('tenant_id', '=', tenant));
  await tx.run(sqlBuilder.deleteFrom('account').where('id', '=', tenant));
}
