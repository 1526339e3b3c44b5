import {
  READ_GRANTS,
  TABLE_OWNERS,
  type TableGrant,
  WRITE_GRANTS,
} from '../../apps/server/src/platform/database/table-owners.ts';
import { type Check, failing } from './check.ts';
import { readShippedSources } from './source-files.ts';
import { tablesUsedIn } from './sql-tables.ts';

const SOURCES = 'apps/server/src/';
const MIGRATIONS = `${SOURCES}migrations/`;

export interface Ownership {
  readonly owners: Readonly<Record<string, string>>;
  readonly reads: readonly Grant[];
  readonly writes: readonly Grant[];
}

type Grant = { readonly [K in keyof TableGrant]: K extends 'because' ? string : readonly string[] };

/** `network/devices` for a file of that domain, otherwise the layer. */
function ownerOf(path: string): string {
  const [layer = '', group = '', domain = ''] = path.slice(SOURCES.length).split('/');
  return layer === 'domains' ? `${group}/${domain}` : layer;
}

function pairsOf(grants: readonly Grant[]): Set<string> {
  return new Set(
    grants.flatMap(({ tables, to }) => tables.flatMap((table) => to.map((one) => `${one} ${table}`))),
  );
}

/** Fails where SQL touches a table that its domain neither owns nor is granted, and for grants without use. */
export function tableOwnersOf({ owners, reads, writes }: Ownership): Check {
  return {
    name: 'table-owners',
    run(root) {
      const tables = new Set(Object.keys(owners));
      const mayRead = pairsOf(reads);
      const mayWrite = pairsOf(writes);
      const unused = new Map([
        ...[...mayRead].map((pair) => [`${pair} read`, pair] as const),
        ...[...mayWrite].map((pair) => [`${pair} write`, pair] as const),
      ]);
      const failures = new Set<string>();
      const files = readShippedSources(root).filter(
        ({ path }) => path.startsWith(SOURCES) && !path.startsWith(MIGRATIONS),
      );
      for (const file of files) {
        const from = ownerOf(file.path);
        for (const { table, isWrite, place } of tablesUsedIn(file, tables)) {
          if (owners[table] === from) continue;
          const pair = `${from} ${table}`;
          unused.delete(`${pair} ${isWrite ? 'write' : 'read'}`);
          // Who may write a table may look at what it writes.
          if (mayWrite.has(pair) || (!isWrite && mayRead.has(pair))) continue;
          failures.add(`${place} ${isWrite ? 'writes' : 'reads'} ${table} of ${owners[table]}`);
        }
      }
      for (const use of unused.keys()) failures.add(`granted but not used: ${use}`);
      return failing([...failures]);
    },
  };
}

export const tableOwners = tableOwnersOf({ owners: TABLE_OWNERS, reads: READ_GRANTS, writes: WRITE_GRANTS });
