import { HOUR, MINUTE } from '@airloom/contract/time';
import { storePastAlarms } from '../../domains/monitoring/alarms/index.ts';
import { firstReports, storeOutagesInReports } from '../../domains/monitoring/telemetry/index.ts';
import { setFirstOnline } from '../../domains/network/devices/index.ts';
import type { DemoSite } from '../../domains/people/accounts/index.ts';
import type { DemoContext } from './demo-context.ts';

/** A device that reported within this time has reported its past. */
const CURRENT_MS = 10 * MINUTE;
/** Devices that connected this long ago have no past to report. */
const NEW_MS = 6 * HOUR;

/**
 * Outages and alarms of the time before the devices of a site connected, as their reports of that time show. Returns false
 * while they still report it.
 */
export async function fillHistory(
  { platform, estate, devicesAt }: DemoContext,
  { siteId, name }: DemoSite,
): Promise<boolean> {
  const devices = await devicesAt(siteId);
  const now = platform.now().getTime();
  const age = (at: string | null) => (at === null ? Number.POSITIVE_INFINITY : now - Date.parse(at));
  const isReporting = ({ lastReportAt }: (typeof devices)[number]) => age(lastReportAt) > CURRENT_MS;
  if (devices.length === 0 || devices.some(isReporting)) return false;
  const connectedAt = devices.flatMap(({ firstOnlineAt }) => firstOnlineAt ?? []).sort()[0];
  if (connectedAt === undefined || age(connectedAt) > NEW_MS) return true;
  const ids = devices.map(({ deviceUUID }) => deviceUUID);
  await platform.database.withTenant(estate, async (tx) => {
    const outages = await storeOutagesInReports(tx, estate, ids, new Date(connectedAt));
    await setFirstOnline(tx, estate, await firstReports(tx, estate, ids));
    const byId = new Map(devices.map((device) => [device.deviceUUID, device]));
    const named = outages.flatMap(({ deviceId, beganAt, endedAt }) => {
      const device = byId.get(deviceId);
      if (device === undefined) return [];
      return [{ deviceId, deviceName: device.name, deviceKind: device.kind, beganAt, endedAt }];
    });
    await storePastAlarms(tx, estate, { id: siteId, name, devices: devices.length }, named);
  });
  return true;
}
