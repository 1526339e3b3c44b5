import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeClaimCode } from '../../domains/network/devices/index.ts';
import { demoSites } from '../../domains/people/accounts/index.ts';
import { errorCode } from '../../platform/error-code.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { SupervisedProcess } from '../supervised-process.ts';

const DEVICES = 60;
const SEED = 7;
const HISTORY_DAYS = 30;
const CODE_VALID_MS = 60 * 60 * 1000;
const AGAIN_MS = 5_000;
const AGAIN_MAX_MS = 5 * 60 * 1000;
const SIMULATOR = join(import.meta.dirname, '../../../../simulator/src/main.ts');

export interface DemoFleet {
  readonly tenant: string;
  readonly simulator: Pick<SupervisedProcess, 'pid'>;
  stop(): Promise<void>;
}

/**
 * Simulates the devices of the demo in a separate process; they connect like real devices.
 * At the first start they enrol and report the last 30 days; afterwards they use their certificates.
 */
export async function startDemoFleet(platform: Platform, gatewayPort: number): Promise<DemoFleet | null> {
  const folder = folderOf(platform);
  const plan = join(folder, 'plan.json');
  const tenant = await writePlan(platform, folder, plan);
  if (tenant === null) return null;
  const options = {
    plan,
    state: folder,
    gateway: `wss://127.0.0.1:${gatewayPort}`,
    devices: String(DEVICES),
    seed: String(SEED),
    'history-days': String(HISTORY_DAYS),
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const simulator = new SupervisedProcess({
    name: 'the demo fleet',
    command: [SIMULATOR, ...args, '--past-outages', '--mishaps', '--incidents', '--until-stdin-ends'],
    log: platform.log,
    pauseMs: AGAIN_MS,
    pauseMaxMs: AGAIN_MAX_MS,
  });
  return { tenant, simulator, stop: () => simulator.stop() };
}

function folderOf({ settings }: Platform): string {
  return join(settings.dataDir, 'demo-fleet');
}

/** Removes the keys and the plan of the devices, which are of no use to another account. */
export async function removeDemoFleet(platform: Platform): Promise<void> {
  await rm(folderOf(platform), { recursive: true, force: true });
}

/** Sites and new claim codes, once in the life of the demo account. Null where there is no demo. */
async function writePlan(platform: Platform, folder: string, path: string): Promise<string | null> {
  const estate = await demoSites(platform);
  if (estate === null || estate.places.length === 0) return null;
  const { tenant, manager, places } = estate;
  const planned = await readPlan(path);
  if (planned !== null) {
    if (planned['tenant'] === tenant) return tenant;
    // Plans of earlier releases name no account: they are of the only one there was.
    if (planned['tenant'] === undefined) {
      await writeFile(path, JSON.stringify({ ...planned, tenant }), { mode: 0o600 });
      return tenant;
    }
    await removeDemoFleet(platform);
  }
  const expiresAt = new Date(platform.now().getTime() + CODE_VALID_MS);
  const codes = await platform.database.withTenant(estate, (tx) =>
    Promise.all(
      places.map(async ({ siteId, name }) => {
        const given = { id: newId(), siteId, uses: DEVICES, expiresAt };
        return [name, await makeClaimCode(tx, { tenant, manager }, given)] as const;
      }),
    ),
  );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = JSON.stringify({
    tenant,
    places: places.map(({ kind, name, timeZone, countryCode, buildings }) => ({
      kind,
      name,
      zone: timeZone,
      country: countryCode,
      buildings,
    })),
    codes: Object.fromEntries(codes),
  });
  await writeFile(path, text, { mode: 0o600 });
  return tenant;
}

async function readPlan(path: string): Promise<Record<string, unknown> | null> {
  try {
    const plan: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof plan === 'object' && plan !== null ? { ...plan } : null;
  } catch (error) {
    // A plan that was not written to its end is written again.
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}
