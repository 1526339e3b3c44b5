import type pg from 'pg';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** Neither null by default nor filled in by the database. */
  readonly required: boolean;
}

/** Columns of every table that is an account's, those computed by the database excepted. */
export async function ownedColumns(client: pg.Client): Promise<ReadonlyMap<string, readonly Column[]>> {
  const { rows } = await client.query<Column>(
    `select relname as table, attname::text as name, typname::text as type, attnotnull and not atthasdef as required
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
       join pg_type on pg_type.oid = atttypid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and attgenerated = ''
     order by attnum`,
  );
  const tables = Map.groupBy(rows, ({ table }) => table);
  return new Map([...tables].filter(([, columns]) => columns.some(({ name }) => name === 'tenant_id')));
}

export type Row = Readonly<Record<string, unknown>>;

const chosen = (column: string, table: string) =>
  `select ${column} from ${table} where tenant_id = $1 and site_id = any($2::uuid[])`;

/** What is left out of the rows of a table. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  operation_log: `- 'objects' - 'site_ids' - 'organization_ids'`,
  configuration_change: `- 'site_ids' - 'organization_ids' - 'whole_site_ids' - 'group_ids' - 'device_ids'`,
};

/** All rows about these sites, their devices, their clients, and people who are given them. */
export async function rowsOfSites(
  client: pg.Client,
  tables: ReadonlyMap<string, readonly Column[]>,
  tenant: string,
  sites: readonly string[],
): Promise<Row[]> {
  const conditions: Readonly<Record<string, string>> = {
    site_id: 'site_id = any($2::uuid[])',
    site_ids: 'site_ids && $2::uuid[]',
    device_id: `device_id in (${chosen('id', 'device')})`,
  };
  const special: Readonly<Record<string, string>> = {
    site: 'id = any($2::uuid[])',
    membership: `id in (${chosen('membership_id', 'membership_site')})`,
    terminal: `mac in (${chosen('mac', 'terminal_session')})`,
  };
  const found: Row[] = [];
  for (const [table, columns] of tables) {
    const named = Object.keys(conditions).find((name) => columns.some((column) => column.name === name));
    const condition = special[table] ?? conditions[named ?? ''];
    if (condition === undefined) continue;
    // Entries of the operation log and changes also name other sites, and objects of the whole account, such as firmware.
    const { rows } = await client.query<{ row: Row }>(
      `select to_jsonb(own) ${LEFT_OUT[table] ?? ''} as row from ${table} own where tenant_id = $1 and ${condition}`,
      [tenant, sites],
    );
    found.push(...rows.map(({ row }) => row));
  }
  return found;
}

const ADDRESS = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b(?:[\da-f]{2}:){5}[\da-f]{2}\b/g;
const NAME = /^(?:name|hostname|ssid|serial|.*_name)$/;

export function idsIn(rows: readonly Row[]): ReadonlySet<string> {
  return new Set(JSON.stringify(rows).match(ADDRESS));
}

export function namesIn(rows: readonly Row[]): ReadonlySet<string> {
  const values = rows.flatMap((row) => Object.entries(row).filter(([column]) => NAME.test(column)));
  return new Set(values.flatMap(([, value]) => (typeof value === 'string' && value !== '' ? [value] : [])));
}

/** A value for a column that must have one. */
function valueFor({ name, type }: Column, at: Date, figure: number, mark: string): unknown {
  if (type === 'timestamptz') return at.toISOString();
  if (/^(?:int|float)/.test(type)) return figure;
  if (type === 'bool') return false;
  if (type === 'jsonb') return {};
  if (type === 'uuid') return crypto.randomUUID();
  if (type.startsWith('_')) return [];
  if (name === 'band') return '5G';
  return /(?:^|_)kind$/.test(name) ? 'ap' : mark;
}

/** A row with what is given; every figure in it is the same number and every other text the mark. */
export async function insertRow(
  client: pg.Client,
  tables: ReadonlyMap<string, readonly Column[]>,
  table: string,
  { figure, mark, ...given }: { at: Date; figure: number; mark: string } & Row,
): Promise<void> {
  const columns = tables.get(table) ?? [];
  const row: Record<string, unknown> = {};
  for (const column of columns) {
    if (column.name in given) row[column.name] = given[column.name];
    else if (column.required || /^(?:int|float)/.test(column.type))
      row[column.name] = valueFor(column, given.at, figure, mark);
  }
  const names = Object.keys(row)
    .map((name) => `"${name}"`)
    .join();
  await client.query(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1::jsonb)`,
    [JSON.stringify(row)],
  );
}
