import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { migrate } from './migrate.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
const MIGRATION = '0043-network-clients-and-vlans.sql';

let database: TestDatabase;
let client: pg.Client;
const [tenant, organization, site] = Array.from({ length: 3 }, () => randomUUID());

beforeAll(async () => {
  database = await createEmptyDatabase();
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql') && file < MIGRATION);
  await migrate(database.url, () => undefined, new Set(files));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('set role airloom_system');
  await client.query('insert into account (id, name) values ($1, $2)', [tenant, 'North']);
  await client.query("insert into enterprise (tenant_id, id, name) values ($1, $2, 'North')", [
    tenant,
    organization,
  ]);
  await client.query(
    `insert into site (tenant_id, id, enterprise_id, name, country_code, time_zone)
     values ($1, $2, $3, 'Harbour', 'PL', 'Europe/Warsaw')`,
    [tenant, site, organization],
  );
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function addAccessPoint(name: string, vlan: number | null, settings: object | null): Promise<void> {
  await client.query(
    `insert into device (tenant_id, id, site_id, kind, serial, sn, name, management_vlan, released_settings,
       verified_settings)
     values ($1, gen_random_uuid(), $2, 'ap', left(md5($3), 12), '', $3, $4, $5, $5)`,
    [tenant, site, name, vlan, settings],
  );
}

function effectiveVlan(value: number) {
  return { value, origin: { level: 'device', settingId: expect.any(String) } };
}

test('stored management VLANs become settings of their access points, released and verified', async () => {
  const other = { networks: [], radios: {}, bandSteering: { value: true, origin: { level: 'site' } } };
  await addAccessPoint('tagged', 20, null);
  await addAccessPoint('with settings', 30, other);
  await addAccessPoint('untagged', null, other);
  await migrate(database.url, () => undefined);

  const { rows } = await client.query<{
    name: string;
    vlan: number | null;
    value: object | null;
    released: object | null;
    verified: object | null;
  }>(
    `select device.name, management_vlan as vlan, setting.value, released_settings as released,
       verified_settings as verified
     from device left join setting on setting.tenant_id = device.tenant_id and setting.device_id = device.id
     order by device.name`,
  );
  expect(rows).toEqual([
    {
      name: 'tagged',
      vlan: 20,
      value: { managementVlan: 20 },
      released: { networks: [], radios: {}, bandSteering: null, managementVlan: effectiveVlan(20) },
      verified: null,
    },
    { name: 'untagged', vlan: null, value: null, released: other, verified: other },
    {
      name: 'with settings',
      vlan: 30,
      value: { managementVlan: 30 },
      released: { ...other, managementVlan: effectiveVlan(30) },
      verified: { ...other, managementVlan: effectiveVlan(30) },
    },
  ]);
});
