import { DEVICE_KINDS, type DeviceKind } from '@airloom/contract/devices/device-classes';
import { HOUR } from '@airloom/contract/time';
import { buildAlarm } from './alarm-builders.ts';
import type { Person } from './builders.ts';
import { buildDevice } from './device-builders.ts';
import { buildTerminal } from './terminal-builders.ts';
import type { TestServer } from './test-server.ts';

export interface DeviceOfKind {
  readonly kind: DeviceKind;
  readonly deviceUUID: string;
  readonly alarmUUID: string;
  readonly alarmHistoryUUID: string;
  readonly mac: string;
  /** Occurs in every name of the device, its alarms and its client, and in no other name. */
  readonly mark: string;
}

/** A device of every kind in a site, each with an active and a past alarm and a connected client. */
export async function buildNetworkOfAllKinds(
  server: TestServer,
  owner: Person,
  siteId: string,
): Promise<DeviceOfKind[]> {
  const built: DeviceOfKind[] = [];
  const now = server.platform.now().getTime();
  for (const [place, kind] of DEVICE_KINDS.entries()) {
    const mark = `only-${kind}-here`;
    const { id } = await buildDevice(server, owner, {
      siteId,
      kind,
      name: mark,
      model: `${mark} model`,
      version: `${mark} 1.0`,
      status: place % 2 === 0 ? 'online' : 'offline',
    });
    const about = { siteId, deviceId: id, deviceKind: kind, deviceName: mark };
    const raisedAt = new Date(now - 48 * HOUR);
    const mac = `06:00:00:00:00:0${place}`;
    await buildTerminal(server, owner, {
      siteId,
      deviceId: id,
      mac,
      hostname: mark,
      ssid: mark,
      signal: -80,
      startedAt: new Date(now - HOUR),
      rx: 1_000,
      tx: 2_000,
    });
    built.push({
      kind,
      deviceUUID: id,
      alarmUUID: await buildAlarm(server, owner, { ...about, raisedAt }),
      alarmHistoryUUID: await buildAlarm(server, owner, { ...about, raisedAt, clearedAt: new Date(now) }),
      mac,
      mark,
    });
  }
  await server.settled();
  return built;
}
