import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Memory } from '../device/virtual-device.ts';
import { isRecord, type Json, numberIn, readJson, recordIn, textIn } from '../json.ts';

const FILE = 'fleet.json';

/** What the fleet remembers from one start to the next: the same world goes on. */
export interface FleetMemory {
  readonly seed: number;
  /** When the time of its world began. */
  readonly startedAt: number;
  /** Up to when its past has been told. */
  readonly toldUntil: number;
  readonly devices: ReadonlyMap<string, Memory>;
}

export async function readMemory(folder: string | null, seed: number): Promise<FleetMemory | null> {
  if (folder === null) return null;
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: unknown) => {
    if (isRecord(error) && error['code'] === 'ENOENT') return '';
    throw error;
  });
  const value = readJson(text);
  const startedAt = numberIn(value?.['startedAt']);
  const toldUntil = numberIn(value?.['toldUntil']);
  if (value === null || value['seed'] !== seed || startedAt === null || toldUntil === null) return null;
  return { seed, startedAt, toldUntil, devices: devicesIn(recordIn(value['devices'])) };
}

function devicesIn(value: Json): Map<string, Memory> {
  const devices = new Map<string, Memory>();
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
    });
  }
  return devices;
}

/** A start that is cut short in the middle of writing still finds the file before. */
export async function writeMemory(folder: string, memory: FleetMemory): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, FILE);
  const text = JSON.stringify({ ...memory, devices: Object.fromEntries(memory.devices) });
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
