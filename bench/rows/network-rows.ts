import { BANDS } from '@airloom/contract/devices/devices.model';
import type { NetworkSample } from '@airloom/device-protocol/model';
import { ABILITIES, NETWORK } from '@airloom/device-protocol/testing/settings';
import { Ingest } from '../../apps/server/src/domains/monitoring/telemetry/index.ts';
import {
  clientOf,
  radioOf,
  reportOf,
} from '../../apps/server/src/domains/monitoring/telemetry/testing/reports.ts';
import { releaseSettings } from '../../apps/server/src/domains/network/devices/index.ts';
import { resolveSettings, writeSettings } from '../../apps/server/src/domains/network/settings/index.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { createMetrics } from '../../apps/server/src/platform/metrics.ts';
import type { BenchDatabase } from '../support/database.ts';

const BATCH = 500;
const CLIENTS_EACH = 10;
/** Every so many sites override a network, and every so many access points report one network less. */
const OVERRIDDEN_SITES = 5;
const DIFFERENT_DEVICES = 20;

interface AccessPoint {
  readonly id: string;
  readonly siteId: string;
}

/** Makes all devices of an account access points with these networks, released and reported. */
export async function fillWithNetworks(
  database: BenchDatabase,
  tenant: string,
  ssids: readonly string[],
): Promise<void> {
  await database.owner.query(
    `update device set kind = 'ap', abilities = $2, configuration_state = 'applied' where tenant_id = $1`,
    [tenant, JSON.stringify(ABILITIES)],
  );
  await writeNetworks(database, tenant, ssids);
  const { rows } = await database.owner.query<AccessPoint>(
    `select id, site_id as "siteId" from device where tenant_id = $1 order by id`,
    [tenant],
  );
  for (let done = 0; done < rows.length; done += BATCH)
    await release(
      database,
      tenant,
      rows.slice(done, done + BATCH).map(({ id }) => id),
    );
  await reportAll(database, tenant, rows, ssids);
  await database.owner.query('vacuum analyze');
}

async function writeNetworks(
  { owner, database }: BenchDatabase,
  tenant: string,
  ssids: readonly string[],
): Promise<void> {
  const { rows: places } = await owner.query<{ siteId: string; organizationId: string }>(
    `select id as "siteId", enterprise_id as "organizationId" from site where tenant_id = $1 order by id`,
    [tenant],
  );
  const uuid = places[0]?.organizationId ?? '';
  const networks = ssids.map((ssid) => ({
    id: newId(),
    kind: 'wirelessNetwork' as const,
    place: { level: 'organization' as const, uuid },
    networkId: null,
    value: { ...NETWORK, ssid, bands: ['2G', '5G'] },
    version: 1,
  }));
  const overrides = places
    .filter((_, index) => index % OVERRIDDEN_SITES === 0)
    .map(({ siteId }) => ({
      id: newId(),
      kind: 'wirelessOverride' as const,
      place: { level: 'site' as const, uuid: siteId },
      networkId: networks[0]?.id ?? null,
      value: { bands: ['5G'] },
      version: 1,
    }));
  await database.withTenant({ tenant }, async (tx) => {
    await writeSettings(tx, { tenant }, networks, 'bench', new Date());
    await writeSettings(tx, { tenant }, overrides, 'bench', new Date());
  });
}

async function release({ database }: BenchDatabase, tenant: string, ids: readonly string[]): Promise<void> {
  await database.withTenant({ tenant }, async (tx) => {
    const resolved = await resolveSettings(tx, { tenant }, ids);
    const devices = [...resolved].map(([id, settings]) => ({ id, released_settings: settings }));
    await releaseSettings(tx, { tenant }, devices);
  });
}

async function reportAll(
  { database }: BenchDatabase,
  tenant: string,
  devices: readonly AccessPoint[],
  ssids: readonly string[],
): Promise<void> {
  const networks: NetworkSample[] = ssids.flatMap((ssid) =>
    BANDS.slice(0, 2).map((band) => ({ ssid, bssid: null, band })),
  );
  const all = reportOf({
    radios: [radioOf(0), radioOf(1)],
    networks,
    clients: Array.from({ length: CLIENTS_EACH }, (_, index) => clientOf(`02:00:00:00:00:0${index}`, 600, 1)),
  });
  const fewer = { ...all, networks: networks.slice(2) };
  const ingest = new Ingest({
    database,
    log: createLog('error'),
    metrics: createMetrics(),
    now: () => new Date(),
  });
  for (const [index, { id, siteId }] of devices.entries()) {
    const device = { tenant, deviceId: id, siteId, kind: 'ap' as const, connectionId: newId() };
    ingest.add(device, index % DIFFERENT_DEVICES === 0 ? fewer : all, Date.now());
    if (index % BATCH === 0) await ingest.flush();
  }
  await ingest.flush();
  await ingest.stop();
}
