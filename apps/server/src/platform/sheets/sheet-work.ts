import { tasksChanged } from '@airloom/contract/messages/messages.live';
import { sql } from 'kysely';
import { runOutsideCall } from '../current-call.ts';
import type { Transaction } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { Platform } from '../platform.ts';
import type { Scope } from '../scope.ts';

type Ground = Pick<Platform, 'database' | 'quotas' | 'now' | 'live'>;

const AT_ONCE = { import: 'importsAtOnce', export: 'exportsAtOnce' } as const;

/** Browsers get the progress at most this often. */
const SHOWN_EVERY_MS = 500;

export interface SheetResult {
  /** Rows that were exported or imported. */
  readonly done: number;
  readonly refused: number;
  /** The file that can be downloaded. */
  readonly fileId: string | null;
}

/** A running export or import. */
export class SheetWork {
  readonly id = newId();
  readonly kind: 'import' | 'export';
  readonly scope: Scope;
  readonly startedAt: Date;
  readonly #ground: Ground;
  #done = 0;
  #total: number | null = null;
  #shownAt = 0;

  constructor(ground: Ground, scope: Scope, kind: SheetWork['kind']) {
    this.#ground = ground;
    this.scope = scope;
    this.kind = kind;
    this.startedAt = ground.now();
  }

  /** Rows so far. */
  get done(): number {
    return this.#done;
  }

  /** Null while unknown. */
  get total(): number | null {
    return this.#total;
  }

  expect(rows: number): void {
    this.#total = rows;
    this.show();
  }

  count(rows: number): void {
    this.#done += rows;
    if (this.#ground.now().getTime() - this.#shownAt >= SHOWN_EVERY_MS) this.show();
  }

  show(): void {
    this.#shownAt = this.#ground.now().getTime();
    const { tenant, manager } = this.scope;
    this.#ground.live.push(tasksChanged, {}, { tenant, manager });
  }

  async begin(): Promise<void> {
    const { tenant, manager, userName, demoSession, origin } = this.scope;
    await this.#ground.database.withTenant(this.scope, (tx) =>
      tx.run(sql`
        insert into sheet_work (tenant_id, id, kind, call, manager_id, user_name, session_id, started_at)
        values (${tenant}, ${this.id}, ${this.kind}, ${origin.call}, ${manager}, ${userName}, ${demoSession},
          ${this.startedAt})`),
    );
    this.show();
  }

  /** Written in the same transaction as the result: neither exists without the other. */
  async end(tx: Transaction, { done, refused, fileId }: SheetResult): Promise<void> {
    await tx.run(sql`
      update sheet_work set ended_at = ${this.#ground.now()}, done = ${done}, refused = ${refused},
        file_id = ${fileId}
      where tenant_id = ${this.scope.tenant} and id = ${this.id}`);
  }

  /** Its file exists a little later. */
  async add(fileId: string): Promise<void> {
    await this.#ground.database.withTenant(this.scope, (tx) =>
      tx.run(sql`
        update sheet_work set file_id = ${fileId}
        where tenant_id = ${this.scope.tenant} and id = ${this.id}`),
    );
  }
}

/** By account. The work runs in this process, and so does its progress. */
const underWay = new Map<string, Set<SheetWork>>();

/** Shows the work while it runs, and its result for a while after. `work` stores its end: without one it failed. */
export function whileSeen<T>(
  ground: Ground,
  scope: Scope,
  kind: SheetWork['kind'],
  work: (progress: SheetWork) => Promise<T>,
): Promise<T> {
  return ground.quotas.run(scope, AT_ONCE[kind], () => seen(ground, scope, kind, work));
}

async function seen<T>(
  ground: Ground,
  scope: Scope,
  kind: SheetWork['kind'],
  work: (progress: SheetWork) => Promise<T>,
): Promise<T> {
  const progress = new SheetWork(ground, scope, kind);
  const ofAccount = underWay.get(scope.tenant) ?? new Set();
  underWay.set(scope.tenant, ofAccount.add(progress));
  try {
    await progress.begin();
    // Long, one at a time per account, and so not bound by the time limit of a read.
    return await runOutsideCall(() => work(progress));
  } finally {
    ofAccount.delete(progress);
    if (ofAccount.size === 0) underWay.delete(scope.tenant);
    progress.show();
  }
}

/** The work that runs for a person now. */
export function sheetWorkOf({
  tenant,
  manager,
  demoSession,
}: Pick<Scope, 'tenant' | 'manager' | 'demoSession'>): readonly SheetWork[] {
  return [...(underWay.get(tenant) ?? [])].filter(
    ({ scope }) => scope.manager === manager && scope.demoSession === demoSession,
  );
}

export function forgetSheetWork(tx: Transaction, until: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    delete from sheet_work where (tenant_id, id) in (
      select tenant_id, id from sheet_work where started_at < ${until} limit ${atMost})`);
}
