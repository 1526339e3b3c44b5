import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { copyOut } from '../../platform/backup/copy.ts';
import type { DatabaseHeader, TableHeader } from '../../platform/backup/entries.ts';
import { DatabaseLoader } from '../../platform/backup/load.ts';
import { connect, describeDatabase, openSnapshot } from '../../platform/backup/snapshot.ts';

/*
 * The database of a release as text: a line of JSON that describes it, then each table that has rows: a line of JSON with its
 * columns, its rows as COPY writes them, and the line `\.`.
 */
const END_OF_ROWS = '\\.';

type Table = TableHeader & { readonly rows: readonly string[] };

export interface Release {
  readonly database: DatabaseHeader;
  readonly tables: readonly Table[];
}

/** Writes the content of a database, for tests of later releases. */
export async function writeRelease(connectionString: string, file: string): Promise<void> {
  const client = await connect(connectionString);
  try {
    const snapshot = await openSnapshot(client);
    const lines = [JSON.stringify(await describeDatabase(snapshot))];
    for (const { schema, name, columns } of snapshot.tables) {
      await client.query(schema === 'public' ? 'set local role airloom_system' : 'set local role none');
      const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
      const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
      const chunks = await copyOut(client, `copy (select ${list} from ${table}) to stdout`).toArray();
      const rows = Buffer.concat(chunks).toString();
      if (rows !== '') lines.push(JSON.stringify({ schema, name, columns }), rows + END_OF_ROWS);
    }
    await snapshot.close();
    await writeFile(file, `${lines.join('\n')}\n`);
  } finally {
    await client.end();
  }
}

export async function readRelease(file: string): Promise<Release> {
  let database: DatabaseHeader | undefined;
  const tables: (TableHeader & { rows: string[] })[] = [];
  let open: string[] | null = null;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line === END_OF_ROWS) open = null;
    else if (open !== null) open.push(line);
    else if (database === undefined) database = JSON.parse(line);
    else {
      const table = { ...(JSON.parse(line) as TableHeader), rows: [] };
      tables.push(table);
      open = table.rows;
    }
  }
  if (database === undefined) throw new Error(`${file} describes no database`);
  return { database, tables };
}

/** Fills an empty database with that of the release. */
export async function loadRelease({ database, tables }: Release, connectionString: string): Promise<void> {
  const loader = await DatabaseLoader.begin(connectionString, database);
  try {
    for (const { rows, ...header } of tables) await loader.load(header, bytesOf(rows));
    await loader.commit();
  } finally {
    await loader.close();
  }
}

async function* bytesOf(rows: readonly string[]): AsyncGenerator<Buffer, void, undefined> {
  for (const row of rows) yield Buffer.from(`${row}\n`);
}
