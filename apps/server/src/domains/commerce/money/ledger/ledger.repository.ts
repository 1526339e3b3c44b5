import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { LedgerName, LedgerUnit } from '../../../../platform/database/money-tables.ts';
import { Failure } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { TenantScope } from '../../../../platform/scope.ts';

export interface LedgerLine {
  readonly unit: LedgerUnit;
  readonly name: LedgerName;
  readonly amount: number;
}

export interface LedgerPost {
  /** What causes it, such as `payment:<id>`: posted once, however often it is asked for. */
  readonly key: string;
  readonly kind: PostKind;
  readonly lines: readonly LedgerLine[];
}

export type PostKind = 'recharge' | 'purchase' | 'refund' | 'exchange' | 'grant' | 'correction';

export type Posted = 'posted' | 'known';

/** Lines of one ledger account become one, in the order in which every post locks its accounts. */
function canonical(lines: readonly LedgerLine[]): LedgerLine[] {
  const sums = new Map<string, LedgerLine>();
  for (const line of lines) {
    if (!Number.isSafeInteger(line.amount)) throw new Error('An amount is a whole number');
    const key = `${line.unit} ${line.name}`;
    sums.set(key, { ...line, amount: line.amount + (sums.get(key)?.amount ?? 0) });
  }
  return [...sums]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, line]) => line)
    .filter(({ amount }) => amount !== 0);
}

const NOT_NEGATIVE = 'ledger_account_not_negative';

function isShort(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint === NOT_NEGATIVE;
}

/**
 * Books a post in the current transaction. A cause that is known already changes nothing; with other lines it is an error
 * of the caller. A wallet that would become negative fails as `balanceShort`, and the transaction must be rolled back.
 */
export async function book(
  tx: Transaction,
  { tenant }: TenantScope,
  post: LedgerPost,
  at: Date,
): Promise<Posted> {
  const lines = canonical(post.lines);
  const hash = createHash('sha256')
    .update(JSON.stringify([post.kind, lines]))
    .digest();
  const id = newId();
  const inserted = await tx.run(
    sqlBuilder
      .insertInto('ledger_post')
      .values({ tenant_id: tenant, id, key: post.key, kind: post.kind, lines_hash: hash, at })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doNothing()),
  );
  if (inserted === 0) {
    const known = await tx.first(
      sqlBuilder
        .selectFrom('ledger_post')
        .select('lines_hash')
        .where('tenant_id', '=', tenant)
        .where('key', '=', post.key),
    );
    if (known?.lines_hash.equals(hash) !== true) throw new Error(`${post.key} was booked with other lines`);
    return 'known';
  }
  const accounts = lines.map(({ unit, name }) => ({ tenant_id: tenant, unit, name }));
  await tx.run(
    sqlBuilder
      .insertInto('ledger_account')
      .values(accounts)
      .onConflict((conflict) => conflict.columns(['tenant_id', 'unit', 'name']).doNothing()),
  );
  const entries = lines.map(({ unit, name, amount }) => ({
    tenant_id: tenant,
    unit,
    name,
    post_id: id,
    amount: String(amount),
  }));
  await tx.run(sqlBuilder.insertInto('ledger_entry').values(entries)).catch((error: unknown) => {
    throw isShort(error) ? new Failure('balanceShort') : error;
  });
  return 'posted';
}

/** Balance of one ledger account; zero before its first entry. */
export async function balanceOf(
  tx: Transaction,
  { tenant }: TenantScope,
  unit: LedgerUnit,
  name: LedgerName,
): Promise<number> {
  const row = await tx.first(
    sqlBuilder
      .selectFrom('ledger_account')
      .select('balance')
      .where('tenant_id', '=', tenant)
      .where('unit', '=', unit)
      .where('name', '=', name),
  );
  return Number(row?.balance ?? 0);
}

export interface LedgerFault {
  readonly fault: string;
  readonly tenant_id: string | null;
  readonly subject: string;
}

const FAULTS_SHOWN = 100;

/** The proof of all books; the first faults if there are any. */
export function ledgerFaults(tx: Transaction): Promise<LedgerFault[]> {
  return tx.all(sql<LedgerFault>`select fault, tenant_id, subject from ledger_fault limit ${FAULTS_SHOWN}`);
}
