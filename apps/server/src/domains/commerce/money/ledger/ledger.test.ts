import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cases } from '../../../../../../../tools/testing/run-length.ts';
import { type Database, openDatabase } from '../../../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database.ts';
import { balanceOf, book, type LedgerLine, type LedgerPost, ledgerFaults } from './ledger.repository.ts';

const AT = new Date('2026-11-18T12:00:00Z');
const CONNECTIONS = 8;

let stored: TestDatabase;
let database: Database;
/** As the owner of the database, whom nothing stops. */
let owner: pg.Client;
beforeAll(async () => {
  stored = await createTestDatabase();
  database = openDatabase({
    connectionString: stored.url,
    max: CONNECTIONS,
    onError: (error) => {
      throw error;
    },
  });
  owner = new pg.Client({ connectionString: stored.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.end();
  await stored.drop();
});

const newBook = () => ({ tenant: randomUUID() });
const post = (scope: { tenant: string }, wanted: LedgerPost) =>
  database.withTenant(scope, (tx) => book(tx, scope, wanted, AT));
const wallet = (scope: { tenant: string }) =>
  database.withTenant(scope, (tx) => balanceOf(tx, scope, 'fen', 'wallet'));
const faults = () => database.asSystem((tx) => ledgerFaults(tx));

const recharge = (key: string, amount: number): LedgerPost => ({
  key,
  kind: 'recharge',
  lines: [
    { unit: 'fen', name: 'sandbox', amount: -amount },
    { unit: 'fen', name: 'wallet', amount },
  ],
});
const purchase = (key: string, amount: number): LedgerPost => ({
  key,
  kind: 'purchase',
  lines: [
    { unit: 'fen', name: 'wallet', amount: -amount },
    { unit: 'fen', name: 'sales', amount },
  ],
});

describe('a book', () => {
  test('is empty before its first post', async () => {
    expect(await wallet(newBook())).toBe(0);
  });

  test('books a cause once, and never with other lines', async () => {
    const scope = newBook();
    expect(await post(scope, recharge('payment:1', 500))).toBe('posted');
    expect(await post(scope, recharge('payment:1', 500))).toBe('known');
    await expect(post(scope, recharge('payment:1', 501))).rejects.toThrow('other lines');
    expect(await wallet(scope)).toBe(500);
  });

  test('adds up lines of the same ledger account', async () => {
    const scope = newBook();
    const lines: LedgerLine[] = [
      { unit: 'fen', name: 'sandbox', amount: -300 },
      { unit: 'fen', name: 'wallet', amount: 100 },
      { unit: 'fen', name: 'wallet', amount: 200 },
    ];
    await post(scope, { key: 'payment:1', kind: 'recharge', lines });
    expect(await wallet(scope)).toBe(300);
  });

  test('never goes below zero', async () => {
    const scope = newBook();
    await post(scope, recharge('payment:1', 500));
    await expect(post(scope, purchase('order:1', 501))).rejects.toMatchObject({ key: 'balanceShort' });
    expect(await wallet(scope)).toBe(500);
    expect(await post(scope, purchase('order:1', 500))).toBe('posted');
    expect(await wallet(scope)).toBe(0);
  });

  test('lets only as many parallel purchases through as it can pay', async () => {
    const scope = newBook();
    await post(scope, recharge('payment:1', 1_000));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, nth) => post(scope, purchase(`order:${nth}`, 150))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    expect(await wallet(scope)).toBe(100);
  });

  test('books a cause once for twenty at the same time', async () => {
    const scope = newBook();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => post(scope, recharge('payment:1', 70))),
    );
    expect(outcomes.filter((outcome) => outcome === 'posted')).toHaveLength(1);
    expect(await wallet(scope)).toBe(70);
  });

  test.each([
    ['a single line', [{ unit: 'fen', name: 'wallet', amount: 5 }]],
    [
      'an unbalanced unit',
      [
        { unit: 'fen', name: 'wallet', amount: 5 },
        { unit: 'point', name: 'granted', amount: -5 },
      ],
    ],
    ['no lines', []],
  ] as const)('refuses %s', async (_, lines) => {
    const scope = newBook();
    await expect(post(scope, { key: 'payment:1', kind: 'recharge', lines })).rejects.toThrow();
    expect(await wallet(scope)).toBe(0);
  });

  test('refuses fractions', async () => {
    await expect(post(newBook(), recharge('payment:1', 0.5))).rejects.toThrow('whole number');
  });

  const amount = fc.integer({ min: 1, max: 1_000 });
  const step = fc.record({ isPurchase: fc.boolean(), key: fc.integer({ min: 0, max: 8 }), amount });
  test('equals a sum kept beside it, whatever is posted in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const scope = newBook();
        const booked = new Map<string, number>();
        let balance = 0;
        for (const { isPurchase, key, amount: asked } of steps) {
          const name = `${isPurchase ? 'order' : 'payment'}:${key}`;
          const known = booked.get(name);
          const change = isPurchase ? -asked : asked;
          const outcome = await post(scope, (isPurchase ? purchase : recharge)(name, asked)).catch(
            (error: unknown) => (error instanceof Error ? error.message : 'failed'),
          );
          if (known !== undefined)
            expect(outcome).toBe(known === change ? 'known' : `${name} was booked with other lines`);
          else if (balance + change < 0) expect(outcome).toBe('balanceShort');
          else {
            expect(outcome).toBe('posted');
            booked.set(name, change);
            balance += change;
          }
        }
        expect(await wallet(scope)).toBe(balance);
      }),
      { numRuns: cases(20, 200) },
    );
    expect(await faults()).toEqual([]);
  });
});

function asApp(scope: { readonly tenant: string }, statement: ReturnType<typeof sql>): Promise<number> {
  return database.withTenant(scope, (tx) => tx.run(statement));
}

describe('the database refuses', () => {
  test.each([
    ['a changed balance', sql`update ledger_account set balance = 1`],
    ['a deleted entry', sql`delete from ledger_entry`],
    ['a changed entry', sql`update ledger_entry set amount = 1`],
    ['a deleted post', sql`delete from ledger_post`],
  ])('%s, to calls', async (_, statement) => {
    await expect(asApp(newBook(), statement)).rejects.toThrow('permission denied');
  });

  test('a changed balance, to the system', async () => {
    await post(newBook(), recharge('payment:1', 10));
    const change = sql`update ledger_account set balance = balance + 1`;
    await expect(database.asSystem((tx) => tx.run(change))).rejects.toThrow('by an entry only');
  });

  test('a ledger account that does not begin empty', async () => {
    const scope = newBook();
    await asApp(
      scope,
      sql`insert into ledger_account (tenant_id, unit, name, balance) values (${scope.tenant}, 'fen', 'wallet', 999)`,
    );
    expect(await wallet(scope)).toBe(0);
  });

  test('lines added to a finished post', async () => {
    const scope = newBook();
    await post(scope, recharge('payment:1', 10));
    const added = sql`insert into ledger_entry (tenant_id, unit, name, post_id, amount)
      select tenant_id, 'fen', 'wallet', id, 5 from ledger_post`;
    await expect(asApp(scope, added)).rejects.toThrow('add up to zero');
    expect(await wallet(scope)).toBe(10);
  });

  test('entries of another account', async () => {
    const [victim, attacker] = [newBook(), newBook()];
    await post(victim, recharge('payment:1', 10));
    await post(attacker, recharge('payment:1', 10));
    const entry = sql`insert into ledger_entry (tenant_id, unit, name, post_id, amount)
      select ${victim.tenant}::uuid, 'fen', 'wallet', id, 5 from ledger_post`;
    await expect(asApp(attacker, entry)).rejects.toThrow();
    expect(await wallet(victim)).toBe(10);
  });
});

/** Changes rows without triggers, as a damaged disk would. */
async function tamper(statement: string, tenant: string): Promise<void> {
  await owner.query('set session_replication_role = replica');
  await owner.query(statement, [tenant]);
  await owner.query('set session_replication_role = origin');
}

describe('the proof', () => {
  const damages = [
    [
      'balanceDiffers',
      `update ledger_account set balance = balance + 1 where name = 'wallet' and tenant_id = $1`,
    ],
    ['chainBroken', `update ledger_entry set balance = balance + 1 where name = 'wallet' and tenant_id = $1`],
    [
      'postUnbalanced',
      `update ledger_entry set amount = amount + 1 where name = 'wallet' and tenant_id = $1`,
    ],
    ['postWithoutLines', 'delete from ledger_entry where tenant_id = $1'],
    [
      'bookUnbalanced',
      `update ledger_account set balance = balance - 1 where name = 'sandbox' and tenant_id = $1`,
    ],
  ] as const;

  test.each(damages)('finds %s', async (fault, statement) => {
    const scope = newBook();
    await post(scope, recharge('payment:1', 10));
    await tamper(statement, scope.tenant);
    expect(
      (await faults()).filter(({ tenant_id }) => tenant_id === scope.tenant).map((one) => one.fault),
    ).toContain(fault);
    await tamper('delete from ledger_entry where tenant_id = $1', scope.tenant);
    await tamper('delete from ledger_post where tenant_id = $1', scope.tenant);
    await tamper('delete from ledger_account where tenant_id = $1', scope.tenant);
    expect(await faults()).toEqual([]);
  });

  test('finds a transfer that arrives nowhere', async () => {
    const scope = newBook();
    await post(scope, recharge('payment:1', 10));
    const lines: LedgerLine[] = [
      { unit: 'fen', name: 'wallet', amount: -10 },
      { unit: 'fen', name: 'between', amount: 10 },
    ];
    await post(scope, { key: 'transfer:1', kind: 'grant', lines });
    expect(await faults()).toEqual([{ fault: 'transferUnbalanced', tenant_id: null, subject: 'fen' }]);
  });
});
