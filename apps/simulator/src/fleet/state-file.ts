import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SavedDevice } from '../device/virtual-device.ts';
import { isRecord, type Json, numberIn, readJson, recordIn, textIn } from '../json.ts';

const FILE = 'fleet.json';

/** State of a fleet that is kept between two starts. */
export interface SavedFleet {
  readonly seed: number;
  /** Start of the simulated time. */
  readonly startedAt: number;
  /** End of the history that has been reported. */
  readonly reportedUntil: number;
  readonly devices: ReadonlyMap<string, SavedDevice>;
}

export async function readState(folder: string | null, seed: number): Promise<SavedFleet | null> {
  if (folder === null) return null;
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: unknown) => {
    if (isRecord(error) && error['code'] === 'ENOENT') return '';
    throw error;
  });
  const value = readJson(text);
  const startedAt = numberIn(value?.['startedAt']);
  const reportedUntil = numberIn(value?.['toldUntil']);
  if (value === null || value['seed'] !== seed || startedAt === null || reportedUntil === null) return null;
  return { seed, startedAt, reportedUntil, devices: devicesIn(recordIn(value['devices'])) };
}

function devicesIn(value: Json): Map<string, SavedDevice> {
  const devices = new Map<string, SavedDevice>();
  for (const [serial, entry] of Object.entries(value)) {
    const one = recordIn(entry);
    const firmware = textIn(one['firmware']);
    if (firmware === null) continue;
    const document = isRecord(one['document']) ? one['document'] : null;
    devices.set(serial, {
      firmware,
      document,
      uuid: numberIn(one['uuid']) ?? 1,
      seq: numberIn(one['seq']) ?? 0,
      hasFactoryNetworks: one['hasFactoryNetworks'] !== false,
    });
  }
  return devices;
}

/** Writes a new file and renames it, so that an interrupted write keeps the previous file. */
export async function writeState(
  folder: string,
  { seed, startedAt, reportedUntil, devices }: SavedFleet,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, FILE);
  const text = JSON.stringify({
    seed,
    startedAt,
    toldUntil: reportedUntil,
    devices: Object.fromEntries(devices),
  });
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
