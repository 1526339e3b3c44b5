import { expect, test } from 'vitest';
import { tableOwnersOf } from './table-owners.ts';
import { makeTree } from './testing/tree.ts';

const { run } = tableOwnersOf({
  owners: { device: 'network/devices', site: 'people/organizations', outbox: 'platform' },
  reads: [{ tables: ['site'], to: ['network/devices'], because: 'names' }],
  writes: [],
});

const USED = {
  'apps/server/src/domains/network/devices/used.ts': 'tx.all(sql`select from site`);',
};

async function failuresOf(path: string, text: string) {
  return (await run(makeTree({ ...USED, [`apps/server/src/${path}`]: text }))).failures;
}

test.each([
  ["sqlBuilder.selectFrom('device')", 'reads device of network/devices'],
  ["sqlBuilder.selectFrom('device as above')", 'reads device of network/devices'],
  ["sqlBuilder.selectFrom(['site', 'device'])", 'reads device of network/devices'],
  ["({ selectFrom }) => selectFrom('device')", 'reads device of network/devices'],
  ["query.innerJoin('device', joined)", 'reads device of network/devices'],
  ["sql`select from ${sql.table('device')}`", 'reads device of network/devices'],
  ['sql`select from site join device on true`', 'reads device of network/devices'],
  ['sql`select from site s, device d`', 'reads device of network/devices'],
  ['sql<Row>`select ${one} from device`', 'reads device of network/devices'],
  ['sql`device where device.id = ${id}`', 'reads device of network/devices'],
  ["client.query('select from device')", 'reads device of network/devices'],
  ['client.query(`select from device limit ${n}`)', 'reads device of network/devices'],
  ["sqlBuilder.insertInto('device')", 'writes device of network/devices'],
  ["sqlBuilder.updateTable('device')", 'writes device of network/devices'],
  ["sqlBuilder.deleteFrom('device')", 'writes device of network/devices'],
  ['sql`insert into device (id) values (1)`', 'writes device of network/devices'],
  ['sql`with a as (update device set id = 1) select`', 'writes device of network/devices'],
  ['sql`delete from device using site`', 'writes device of network/devices'],
])('%s fails in a domain that does not own the table', async (statement, fault) => {
  expect(await failuresOf('domains/people/organizations/a.ts', `// one\n${statement};\n`)).toEqual([
    `apps/server/src/domains/people/organizations/a.ts:2 ${fault}`,
  ]);
});

test.each([
  ['domains/network/devices/a.ts', 'sql`update device set id = 1`;'],
  ['domains/network/devices/deep/a.ts', "sqlBuilder.selectFrom('site');"],
  ['platform/events/a.ts', 'sql`insert into outbox (id) values (1)`;'],
  ['domains/people/organizations/a.ts', 'sql`with device as (select) select from device`;'],
  ['domains/people/organizations/a.ts', 'sql`select from site for update of device`;'],
  ['domains/people/organizations/a.ts', "say('from device to device');"],
  ['domains/people/organizations/a.test.ts', "sqlBuilder.selectFrom('device');"],
  ['testing/a.ts', "sqlBuilder.deleteFrom('device');"],
])('%s may contain %s', async (path, text) => {
  expect(await failuresOf(path, text)).toEqual([]);
});

test('a grant to read does not allow writing', async () => {
  expect(await failuresOf('domains/network/devices/a.ts', 'sql`delete from site`;')).toEqual([
    'apps/server/src/domains/network/devices/a.ts:1 writes site of people/organizations',
  ]);
});

test('a grant that nobody uses fails', async () => {
  expect((await run(makeTree({}))).failures).toEqual(['granted but not used: network/devices site read']);
});
