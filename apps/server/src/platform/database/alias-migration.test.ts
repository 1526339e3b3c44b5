import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../migrations');
const MIGRATION = '0029-accounts.sql';

const name = `test_${randomUUID().replaceAll('-', '')}`;
const url = (database: string) => inject('templateUrl').replace(/\/airloom$/, `/${database}`);
let admin: pg.Client;
let client: pg.Client;

/** The owner is no superuser, as in an external PostgreSQL. */
beforeAll(async () => {
  admin = new pg.Client({ connectionString: url('postgres') });
  await admin.connect();
  await admin.query(`create role ${name} createrole`);
  await admin.query(`grant airloom_app, airloom_system to ${name} with admin option`);
  await admin.query(`create database ${name} owner ${name} template template0`);
  client = new pg.Client({ connectionString: url(name) });
  await client.connect();
  await client.query(`alter schema public owner to ${name}`);
  await client.query(`set session authorization ${name}`);
});
afterAll(async () => {
  await client.end();
  await admin.query(`drop database ${name} with (force)`);
  await admin.query(`drop role ${name}`);
  await admin.end();
});

async function run(file: string): Promise<void> {
  await client.query('begin');
  await client.query(await readFile(join(FOLDER, file), 'utf8'));
  await client.query('commit');
}

async function addMember(userName: string, alias: string): Promise<void> {
  const [tenant, manager, role] = [randomUUID(), randomUUID(), randomUUID()];
  await client.query('begin; set local role airloom_system');
  await client.query('insert into account (id, name) values ($1, $2)', [tenant, userName]);
  await client.query('insert into manager (id, user_name, language) values ($1, $2, $3)', [
    manager,
    userName,
    'en',
  ]);
  await client.query('insert into role (tenant_id, id, key) values ($1, $2, $3)', [tenant, role, 'ROLE_X']);
  await client.query(
    'insert into membership (tenant_id, id, manager_id, role_id, alias) values ($1, $2, $3, $4, $5)',
    [tenant, randomUUID(), manager, role, alias],
  );
  await client.query('commit');
}

test('gives every membership a valid alias and keeps those that are valid', async () => {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted();
  for (const file of files.filter((earlier) => earlier < MIGRATION)) await run(file);
  await addMember('kept', 'captain_1');
  await addMember('accented', 'Łucja Kowalska');
  await addMember('empty', '');
  await addMember('too_long', 'x'.repeat(21));
  await addMember('20261117', '20261117');
  await run(MIGRATION);
  await client.query('set role airloom_system');
  const { rows } = await client.query<{ alias: string }>('select alias from membership order by alias');
  await client.query('reset role');
  expect(rows.map(({ alias }) => alias)).toEqual([
    'accented',
    'captain_1',
    'empty',
    'too_long',
    'u_20261117',
  ]);
});
