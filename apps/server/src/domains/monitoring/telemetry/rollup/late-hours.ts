import { HOUR } from '@airloom/contract/time';
import type { Transaction } from '../../../../platform/database/database.ts';
import { addLate, type Device, groupsOf } from './late-reports.repository.ts';
import { type DeviceHour, rollUpDaysOfSites } from './rollup.repository.ts';

/** Number of devices processed together, unless a larger group belongs together. */
const DEVICES_BATCH = 10;
/** Device hours added together: each may have reported for weeks. */
const HOURS_BATCH = 1_000;

interface Pack {
  readonly devices: Device[];
  from: number;
  to: number;
}

/** The devices of these hours with their groups, in packs, and the hours of each pack. */
async function packsOf(tx: Transaction, hours: readonly DeviceHour[]): Promise<Pack[]> {
  const groups = new Map<string, Pack>();
  const wholeOf = new Map<string, Pack>();
  for (const { whole, ...device } of await groupsOf(tx, hours)) {
    const pack = groups.get(whole) ?? { devices: [], from: Number.POSITIVE_INFINITY, to: 0 };
    groups.set(whole, pack);
    pack.devices.push(device);
    wholeOf.set(device.device_id, pack);
  }
  for (const { device_id, hour } of hours) {
    const pack = wholeOf.get(device_id);
    if (pack === undefined) continue;
    pack.from = Math.min(pack.from, hour.getTime());
    pack.to = Math.max(pack.to, hour.getTime());
  }
  const packs: Pack[] = [];
  for (const whole of groups.values()) {
    const last = packs.at(-1);
    if (last === undefined || last.devices.length + whole.devices.length > DEVICES_BATCH) packs.push(whole);
    else {
      last.devices.push(...whole.devices);
      last.from = Math.min(last.from, whole.from);
      last.to = Math.max(last.to, whole.to);
    }
  }
  return packs;
}

/** Adds late reports of hours before `gone` to their rollups; returns the hours. */
export async function addLateHours(
  tx: Transaction,
  late: readonly DeviceHour[],
  gone: Date,
): Promise<DeviceHour[]> {
  const added: DeviceHour[] = [];
  for (const { devices, from, to } of await packsOf(tx, late)) {
    const step = Math.max(1, Math.floor(HOURS_BATCH / devices.length)) * HOUR;
    for (let at = from; at <= to; at += step) {
      added.push(...(await addLate(tx, devices, new Date(Math.min(at + step, gone.getTime())))));
    }
  }
  if (added.length > 0) await rollUpDaysOfSites(tx, added);
  return added;
}
