import pg from 'pg';
import { copyOut } from './copy.ts';
import { entryBytes } from './entries.ts';
import { describeDatabase, type Snapshot } from './snapshot.ts';

/** The database as of the snapshot: its schema, then the rows of every table. */
export async function* dumpDatabase(snapshot: Snapshot): AsyncGenerator<Buffer, void, undefined> {
  const { client, tables } = snapshot;
  yield* entryBytes(await describeDatabase(snapshot));
  for (const { schema, name, columns, asSystem } of tables) {
    await client.query(asSystem ? 'set local role airloom_system' : 'set local role none');
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
    const rows = copyOut(client, `copy (select ${list} from ${table}) to stdout`);
    yield* entryBytes({ kind: 'table', schema, name, columns }, rows);
  }
  await client.query('set local role none');
}
