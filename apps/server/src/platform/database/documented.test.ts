import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../../../docs/database.md'), 'utf8');

async function namesOf(statement: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: inject('templateUrl') });
  await client.connect();
  try {
    return (await client.query<{ name: string }>(statement)).rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

test('every trigger is listed in docs/database.md with its table, and no other', async () => {
  const triggers = await namesOf(
    `select '\`' || tgname || '\` | \`' || tgrelid::regclass || '\`' as name from pg_trigger
     join pg_class on pg_class.oid = tgrelid
     where not tgisinternal and relnamespace = 'public'::regnamespace order by 1`,
  );
  const section = DOCUMENT.split('## Triggers')[1]?.split('\n## ')[0] ?? '';
  const listed = [...section.matchAll(/^\| (`\w+` \| `\w+`) \|/gm)].map(([, row]) => row);
  expect(new Set(listed)).toEqual(new Set(triggers));
});

test('every function is listed in docs/database.md', async () => {
  const functions = await namesOf(
    `select distinct proname as name from pg_proc
     where pronamespace = 'app'::regnamespace and prokind = 'f' and (proname = 'search_text' or proname not like 'search\\_%')`,
  );
  const section = DOCUMENT.split('## Functions')[1]?.split('\n## ')[0] ?? '';
  expect(functions.filter((name) => !section.includes(`\`${name}(`))).toEqual([]);
});

test('every partitioned table and every policy is named in docs/database.md', async () => {
  const names = await namesOf(
    `select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace
     union select policyname from pg_policies where schemaname = 'public'`,
  );
  expect(names.filter((name) => !DOCUMENT.includes(`\`${name}\``))).toEqual([]);
});
