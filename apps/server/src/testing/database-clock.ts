import pg from 'pg';

export interface DatabaseClock {
  /** How to connect so that `now()` is the clock that can be set. */
  readonly url: string;
  /** Sets the database's clock forward or back. */
  set(ms: number): Promise<void>;
}

/** Lets a test set the clock of its database: a test function replaces PostgreSQL's `now()`. */
export async function databaseClock(databaseUrl: string): Promise<DatabaseClock> {
  const query = async (text: string, values: unknown[] = []): Promise<void> => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      await client.query(text, values);
    } finally {
      await client.end();
    }
  };
  await query(`
    create schema test_clock;
    create table test_clock.set_by (ms float8 not null);
    insert into test_clock.set_by values (0);
    create function test_clock.now() returns timestamptz language sql stable as
      $$ select pg_catalog.now() + (select ms * interval '1 millisecond' from test_clock.set_by) $$;
    grant usage on schema test_clock to public;
    grant select on test_clock.set_by to public;`);
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-csearch_path=test_clock,pg_catalog,public');
  return {
    url: url.href,
    set: (ms) => query('update test_clock.set_by set ms = ms + $1', [ms]),
  };
}
