import { join } from 'node:path';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { makeSites, numbered } from './support/account.ts';
import { type Child, child } from './support/child.ts';
import type { BenchDatabase } from './support/database.ts';

const SIMULATOR = join(import.meta.dirname, '../apps/simulator/src/main.ts');
const ORGANIZATIONS = 10;
const PER_SITE = 50;
/** Above what any server accepts, so that the server limits the rate. */
const CONNECT_PER_SECOND = 100_000;
export const REPORT_EVERY_SECONDS = 60;

export interface FleetOptions {
  readonly devices: number;
  readonly seed: number;
  /** Data folder with the certificate authority; device certificates are stored there too. */
  readonly dataDir: string;
  /** Account of the devices. */
  readonly tenant: string;
  readonly gatewayPort: number;
  readonly intervalSeconds?: number;
  /** Access points only, instead of a mix of kinds. */
  readonly accessPoints?: true;
}

export interface Fleet extends Child {
  readonly devices: number;
  readonly seed: number;
  /** Port for control commands. */
  readonly controlPort: number;
}

/** Starts a simulator process with self-signed device certificates. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { devices, seed, dataDir, tenant, gatewayPort } = options;
  const controlPort = await freePort();
  const authority = join(dataDir, 'pki', 'authority.pem');
  const settings = {
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
    ...(options.accessPoints && { kinds: `ap=${devices}` }),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const running = await child(SIMULATOR, [...args, '--until-stdin-ends']);
  return { ...running, devices, seed, controlPort };
}

/** A simulated device. */
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

/** Registers devices in sites of an account before their first connection. */
export async function register(
  database: BenchDatabase,
  tenant: string,
  devices: readonly Placed[],
  organizations = ORGANIZATIONS,
): Promise<void> {
  const sites = [...new Set(devices.map(({ site }) => site))];
  await makeSites(database, tenant, numbered('Organization', organizations), sites);
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
