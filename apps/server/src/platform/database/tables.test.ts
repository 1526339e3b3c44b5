import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../../..');
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const DESCRIBED = join(import.meta.dirname, 'testing/described-columns.ts');

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
}

/** As the driver returns them. */
const CLASSES: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  inet: 'string',
  int8: 'string',
  int2: 'number',
  int4: 'number',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'time',
  bytea: 'bytes',
  jsonb: 'json',
};

async function migratedColumns(): Promise<Column[]> {
  const client = new pg.Client({ connectionString: inject('templateUrl') });
  await client.connect();
  try {
    const { rows } = await client.query<Column>(
      `select c.table_name as table, c.column_name as column, c.udt_name as type, c.is_nullable = 'YES' as nullable
       from information_schema.columns c
       join pg_class on relname = c.table_name and relnamespace = 'public'::regnamespace
       where c.table_schema = 'public' and relkind in ('r', 'p') and not relispartition and relname <> 'migration'
       order by c.table_name, c.ordinal_position`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

function isColumn(name: string): (of: Column) => boolean {
  return (of) => `${of.table}.${of.column}` === name;
}

function classOf(type: string): string {
  return type.startsWith('_') ? 'array' : (CLASSES[type] ?? `unknown type ${type}`);
}

/** Types vanish at run time, so the compiler compares them with the columns; one line per difference. */
async function differences(columns: readonly Column[]): Promise<string[]> {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.cache/columns-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tables = Map.groupBy(columns, ({ table }) => table);
  const described = [...tables].map(([table, found]) => {
    const fields = found.map(
      ({ column, type, nullable }) => `  ${column}: '${classOf(type)}${nullable ? '?' : ''}',`,
    );
    return `export const ${table}_: DescribedTables['${table}'] = {\n${fields.join('\n')}\n};`;
  });
  const names = [...tables.keys()].map((table) => `  ${table}: true,`);
  const source = [
    `import type { DescribedTables } from '${DESCRIBED}';`,
    `export const tables: Record<keyof DescribedTables, true> = {\n${names.join('\n')}\n};`,
    ...described,
  ].join('\n');
  writeFileSync(join(folder, 'columns.ts'), source);
  const settings = { extends: join(ROOT, 'tsconfig.base.json'), files: ['columns.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const output = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [TSC, '-p', folder, '--pretty', 'false'], (error, stdout) => {
      if (error !== null && typeof error.code !== 'number') reject(error);
      else resolve(stdout);
    });
  });
  const lines = source.split('\n');
  return output
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '))
    .map((line) => {
      const at = /columns\.ts\((\d+),/.exec(line);
      return `${lines[Number(at?.[1]) - 1]?.trim() ?? ''} ${line.replace(/^.*error TS\d+: /, '')}`;
    });
}

test('the types of the tables are those of the migrated database', async () => {
  expect(await differences(await migratedColumns())).toEqual([]);
});

test('a missing, an additional and a nullable column and another type are differences', async () => {
  const columns = await migratedColumns();
  const changed = columns
    .filter((of) => !isColumn('site.remark')(of))
    .map((of) => (isColumn('role.name')(of) ? { ...of, nullable: true } : of))
    .map((of) => (isColumn('device.group_id')(of) ? { ...of, nullable: false } : of))
    .map((of) => (isColumn('throttle.failures')(of) ? { ...of, type: 'text' } : of));
  changed.push({ table: 'enterprise', column: 'color', type: 'text', nullable: false });
  expect(await differences(changed.filter(({ table }) => table !== 'webhook'))).toEqual([
    expect.stringContaining("Property 'webhook' is missing"),
    expect.stringMatching(/^group_id: 'string', /),
    expect.stringMatching(/^color: 'string', /),
    expect.stringMatching(/^name: 'string\?', /),
    expect.stringContaining("Property 'remark' is missing"),
    expect.stringMatching(/^failures: 'string', /),
  ]);
});
