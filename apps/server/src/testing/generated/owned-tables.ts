import type pg from 'pg';

export interface OwnedTable {
  readonly name: string;
  /** Which rows belong to an account, `$1`, or its people. */
  readonly where: string;
  /** Those that are not generated from others. */
  readonly columns: readonly string[];
}

const PEOPLE = '(select manager_id from membership where tenant_id = $1)';
const WHERE: Readonly<Record<string, string>> = { account: 'id = $1', manager: `id in ${PEOPLE}` };

/** All but the outbox: events are deleted as soon as they are delivered. */
export async function ownedTables(client: pg.Client): Promise<OwnedTable[]> {
  const { rows } = await client.query<{ name: string; tenant: boolean; columns: string[] }>(
    `select relname as name, bool_or(attname = 'tenant_id') as tenant,
       array_agg(attname::text) filter (where attgenerated = '') as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> 'outbox'
     group by 1
     having bool_or(attname in ('tenant_id', 'manager_id')) or relname in ('account', 'manager')
     order by 1`,
  );
  return rows.map(({ name, tenant, columns }) => ({
    name,
    columns,
    where: WHERE[name] ?? (tenant ? 'tenant_id = $1' : `manager_id in ${PEOPLE}`),
  }));
}
