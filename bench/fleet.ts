import { join } from 'node:path';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { makeSites, numbered } from './support/account.ts';
import { type Child, child } from './support/child.ts';
import type { BenchDatabase } from './support/database.ts';

const SIMULATOR = join(import.meta.dirname, '../apps/simulator/src/main.ts');
const ORGANIZATIONS = 10;
const PER_SITE = 50;
/** Far more than anybody takes: how many come in a second is up to the server. */
const CONNECT_PER_SECOND = 100_000;
export const REPORT_EVERY_SECONDS = 60;

export interface FleetOptions {
  readonly devices: number;
  readonly seed: number;
  /** Of the installation whose certificates they have; theirs are kept there too. */
  readonly dataDir: string;
  /** The account they belong to. */
  readonly tenant: string;
  readonly gatewayPort: number;
  readonly intervalSeconds?: number;
}

export interface Fleet extends Child {
  readonly devices: number;
  readonly seed: number;
  /** Where it takes orders. */
  readonly controlPort: number;
}

/** The simulator in a process of its own, with certificates it signs itself. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { devices, seed, dataDir, tenant, gatewayPort } = options;
  const controlPort = await freePort();
  const authority = join(dataDir, 'pki', 'authority.pem');
  const told = {
    devices,
    seed,
    sites: Math.ceil(devices / PER_SITE),
    gateway: `wss://127.0.0.1:${gatewayPort}`,
    state: join(dataDir, `fleet-${seed}`),
    interval: options.intervalSeconds ?? REPORT_EVERY_SECONDS,
    'connect-rate': CONNECT_PER_SECOND,
    'ca-cert': authority,
    'ca-key': authority,
    organization: tenant,
    'control-port': controlPort,
  };
  const args = Object.entries(told).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const running = await child(SIMULATOR, [...args, '--until-stdin-ends']);
  return { ...running, devices, seed, controlPort };
}

/** A device as it stands in the world of a fleet. */
export interface Placed {
  readonly serial: string;
  readonly sn: string;
  readonly kind: string;
  readonly name: string;
  readonly site: string;
}

export async function devicesOf(fleet: Fleet): Promise<readonly Placed[]> {
  const response = await fetch(`http://127.0.0.1:${fleet.controlPort}/`, {
    method: 'POST',
    body: JSON.stringify({ do: 'devices' }),
  });
  const answer: { readonly devices: readonly Placed[] } = JSON.parse(await response.text());
  return answer.devices.map((device) => ({ ...device, site: `${device.site}, fleet ${fleet.seed}` }));
}

/** Puts devices into sites of an account, as somebody does who registers them before they come. */
export async function register(
  database: BenchDatabase,
  tenant: string,
  devices: readonly Placed[],
): Promise<void> {
  const sites = [...new Set(devices.map(({ site }) => site))];
  await makeSites(database, tenant, numbered('Organization', ORGANIZATIONS), sites);
  const column = (name: keyof Placed): string[] => devices.map((device) => device[name]);
  await database.owner.query(
    `insert into device (tenant_id, id, site_id, kind, serial, sn, name)
     select $1, gen_random_uuid(), site.id, d.kind, d.serial, d.sn, d.name
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) as d (kind, serial, sn, name, site)
     join site on site.tenant_id = $1 and site.name = d.site`,
    [tenant, column('kind'), column('serial'), column('sn'), column('name'), column('site')],
  );
  await database.owner.query('vacuum analyze');
}
