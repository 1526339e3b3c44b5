import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import pg from 'pg';
import { currentCall } from '../current-call.ts';
import { Failure } from '../failure.ts';
import type { TenantScope } from '../scope.ts';
import { ConnectionShares, type Shares, type Use, unshared, type WaitLimits } from './connection-shares.ts';
import type { Tables } from './tables.ts';

/** Builds typed SQL; it never runs any. Statements run only inside a scope. */
export const sqlBuilder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Built with {@link sqlBuilder}, or written out with Kysely's `sql` template. */
export type Query<R> = Compilable<R> | RawBuilder<R>;

/** An open transaction. Everything in it commits or nothing does. */
export interface Transaction {
  all<R>(query: Query<R>): Promise<R[]>;
  first<R>(query: Query<R>): Promise<R | undefined>;
  /** Runs a statement and returns how many rows it changed. */
  run(query: Query<unknown>): Promise<number>;
}

const BEGIN_READ_WRITE = 'begin';
const SET_TENANT = { name: 'set_tenant', text: "select set_config('app.tenant', $1, true)" };
const SET_MANAGER = { name: 'set_manager', text: "select set_config('app.manager', $1, true)" };
const BECOME_SYSTEM = 'set local role airloom_system';
const BECOME_OPERATOR = 'set local role airloom_operator';
const SET_STATEMENT_LIMIT = {
  name: 'set_statement_limit',
  text: "select set_config('statement_timeout', $1, true)",
};
const STATEMENT_TIMED_OUT = '57014';

/** PostgreSQL refuses a deadlocked or serialization-failed transaction; it is safe to run it again. */
const RETRYABLE = new Set(['40001', '40P01']);

/** Beyond this many different texts statements run unprepared, so that no connection accumulates plans. */
const PREPARED_MAX = 2000;

interface DatabaseOptions {
  readonly shares?: ConnectionShares;
  /** Statement text → the name it is prepared under, on every connection of the pool. */
  readonly names?: Map<string, string>;
  readonly isIdentity?: boolean;
}

export class Database {
  readonly #pool: pg.Pool;
  readonly #shares: ConnectionShares;
  readonly #names: Map<string, string>;
  readonly #isIdentity: boolean;

  constructor(pool: pg.Pool, options: DatabaseOptions = {}) {
    this.#pool = pool;
    this.#shares = options.shares ?? new ConnectionShares(unshared(pool.options.max));
    this.#names = options.names ?? new Map();
    this.#isIdentity = options.isIdentity ?? false;
  }

  /** The same database for signing in and session checks, which have reserved connections. */
  forIdentity(): Database {
    return new Database(this.#pool, { shares: this.#shares, names: this.#names, isIdentity: true });
  }

  /** Runs `work` seeing only the rows of one account. */
  withTenant<T>(scope: TenantScope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction((client) => client.query(SET_TENANT, [scope.tenant]), work);
  }

  /** Runs `work` for the operator of the installation: products, payments and orders of all accounts, no networks. */
  asOperator<T>(scope: TenantScope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction(
      (client) => Promise.all([client.query(SET_TENANT, [scope.tenant]), client.query(BECOME_OPERATOR)]),
      work,
    );
  }

  /** Runs `work` seeing only what belongs to one person, over all accounts they have a role in. */
  withPerson<T>(manager: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction((client) => client.query(SET_MANAGER, [manager]), work);
  }

  /** Runs `work` without tenant isolation: for signing in, the outbox and maintenance jobs only. */
  asSystem<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction((client) => client.query(BECOME_SYSTEM), work);
  }

  /** Without any scope: row-level security then shows nothing. For health checks and the test that proves it. */
  unscoped<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction(() => Promise.resolve(), work);
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }

  async #transaction<T>(
    enter: (client: pg.PoolClient) => Promise<unknown>,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const call = currentCall();
    const limitMs = call?.statementMaxMs ?? null;
    const use: Use = this.#isIdentity ? 'identity' : call === undefined ? 'background' : 'calls';
    const begin = (client: pg.PoolClient): Promise<unknown> =>
      limitMs === null
        ? enter(client)
        : Promise.all([enter(client), client.query(SET_STATEMENT_LIMIT, [String(limitMs)])]);
    for (let attempt = 1; ; attempt += 1) {
      await this.#shares.acquire(use, use === 'calls' ? call?.account : undefined);
      try {
        return await this.#once(begin, work);
      } catch (error) {
        const code = error instanceof pg.DatabaseError ? error.code : undefined;
        if (code === STATEMENT_TIMED_OUT && limitMs !== null) throw new Failure('readTimedOut');
        if (attempt >= 3 || code === undefined || !RETRYABLE.has(code)) throw error;
      } finally {
        this.#shares.release(use);
      }
    }
  }

  async #once<T>(
    enter: (client: pg.PoolClient) => Promise<unknown>,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const client = await this.#pool.connect();
    const state = { over: false };
    let broken: Error | undefined;
    try {
      // Sent together with the first statement of `work`: one round trip instead of three.
      const entered = Promise.all([client.query(BEGIN_READ_WRITE), enter(client)]);
      const [result] = await Promise.all([work(this.#bind(client, state)), entered]).catch(
        async (error: unknown) => {
          await entered.catch(() => undefined);
          throw error;
        },
      );
      state.over = true;
      // PostgreSQL answers the commit of a failed transaction with a rollback.
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') throw new Error('A failed statement was overlooked: nothing was committed');
      return result;
    } catch (error) {
      state.over = true;
      await client.query('rollback').catch((rollbackError: unknown) => {
        broken = rollbackError instanceof Error ? rollbackError : new Error('rollback failed');
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  #bind(client: pg.PoolClient, state: { readonly over: boolean }): Transaction {
    const query = async <R>(built: Query<R>): Promise<pg.QueryResult<pg.QueryResultRow & R>> => {
      // By now the connection may serve another account: a late statement must not reach it.
      if (state.over) throw new Error('This transaction is over');
      const compiled = 'isRawBuilder' in built ? built.compile(sqlBuilder) : built.compile();
      const statement = { text: compiled.sql, values: [...compiled.parameters] };
      let name = this.#names.get(compiled.sql);
      if (name === undefined && this.#names.size < PREPARED_MAX) {
        name = `q${this.#names.size}`;
        this.#names.set(compiled.sql, name);
      }
      return client.query<pg.QueryResultRow & R>(name === undefined ? statement : { ...statement, name });
    };
    return {
      all: async (built) => (await query(built)).rows,
      first: async (built) => (await query(built)).rows[0],
      run: async (built) => (await query(built)).rowCount ?? 0,
    };
  }
}

export interface PoolOptions {
  readonly connectionString: string;
  readonly max: number;
  /** How identity, calls and background work share the connections; without it there is background work only. */
  readonly shares?: Shares;
  readonly wait?: WaitLimits | undefined;
  onError(error: Error): void;
}

const SETTINGS = [
  'role=airloom_app',
  'plan_cache_mode=force_generic_plan',
  'statement_timeout=25000',
  'idle_in_transaction_session_timeout=30000',
  // Enough to sort the ids of 100,000 devices in memory.
  'work_mem=16MB',
];

/** Connections of the application: they use a role that owns nothing and so cannot bypass row-level security. */
export function openDatabase(options: PoolOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.max,
    pipeline: true,
    options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
    application_name: 'airloom',
  });
  pool.on('error', options.onError);
  // A broken connection emits an error on its client only; unhandled, that would end the process.
  pool.on('connect', (client) => client.on('error', options.onError));
  return new Database(pool, {
    shares: new ConnectionShares(options.shares ?? unshared(options.max), options.wait),
  });
}
