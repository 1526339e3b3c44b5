import { mkdir, stat, writeFile } from 'node:fs/promises';
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
  const folder = join(platform.settings.dataDir, 'demo-fleet');
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

/** Sites and new claim codes, once in the life of the fleet. Null where there is no demo. */
async function writePlan(platform: Platform, folder: string, path: string): Promise<string | null> {
  const estate = await demoSites(platform);
  if (estate === null || estate.places.length === 0) return null;
  const { tenant, manager, places } = estate;
  if (await exists(path)) return tenant;
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

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
