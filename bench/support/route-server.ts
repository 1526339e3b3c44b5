import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';
import { listSites } from '../../apps/server/src/domains/people/organizations/sites.repository.ts';
import {
  openDatabase,
  sqlBuilder,
  type Transaction,
} from '../../apps/server/src/platform/database/database.ts';

/**
 * A single route, the baseline for the list call of the console: `bytes` returns the bytes of a file, `sql` runs the
 * statements of the list, `isolated` runs them with row-level security.
 */
const [kind, argument = '', tenant = ''] = process.argv.slice(2);
const CONNECTIONS = 20;
const scope = { tenant, reach: { kind: 'all' } } as const;
const request = { page: 1, size: 20, search: '', sort: undefined };

function answering(): () => Promise<unknown> {
  if (kind === 'bytes') {
    const body: unknown = JSON.parse(readFileSync(argument, 'utf8'));
    return async () => body;
  }
  if (kind === 'isolated') {
    const database = openDatabase({ connectionString: argument, max: CONNECTIONS, onError: fail });
    return () => database.withTenant(scope, (tx) => listSites(tx, scope, request));
  }
  const pool = new pg.Pool({
    connectionString: argument,
    max: CONNECTIONS,
    pipeline: true,
    options: '-c plan_cache_mode=force_generic_plan',
  });
  pool.on('error', fail);
  return async () => {
    const client = await pool.connect();
    try {
      return await listSites(bare(client), scope, request);
    } finally {
      client.release();
    }
  };
}

function fail(error: Error): never {
  throw error;
}

/** The same prepared statements on the same pipelined connection, with no transaction, role or scope around them. */
function bare(client: pg.PoolClient): Transaction {
  const names = statementNames;
  const run = async <R>(query: Parameters<Transaction['all']>[0]) => {
    const compiled = 'isRawBuilder' in query ? query.compile(sqlBuilder) : query.compile();
    const name = names.get(compiled.sql) ?? `b${names.size}`;
    names.set(compiled.sql, name);
    return client.query<pg.QueryResultRow & R>({
      name,
      text: compiled.sql,
      values: [...compiled.parameters],
    });
  };
  return {
    all: async <R>(query: Parameters<Transaction['all']>[0]) => (await run<R>(query)).rows,
    first: async <R>(query: Parameters<Transaction['all']>[0]) => (await run<R>(query)).rows[0],
    run: async (query) => (await run(query)).rowCount ?? 0,
  };
}
const statementNames = new Map<string, string>();

const app = Fastify();
const answer = answering();
app.get('/', async () => ({ code: 0, msg: '', data: await answer() }));
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.stdout.write(`port ${typeof address === 'object' ? address?.port : ''}\n`);
