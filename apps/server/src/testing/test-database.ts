import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A separate database, copied from the migrated template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createFrom('airloom');
}

/** A database without any tables. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createFrom('template0');
}

async function createFrom(template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = inject('templateUrl');
  // The default WAL_LOG strategy costs twice as much.
  await admin(url, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: withDatabase(url, name),
    drop: () => admin(url, `drop database if exists ${name} with (force)`),
  };
}

/** A database cannot be copied while anyone is connected to it, so the administration connects elsewhere. */
async function admin(templateUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(templateUrl, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(connectionString: string, name: string): string {
  return connectionString.replace(/\/airloom$/, `/${name}`);
}
