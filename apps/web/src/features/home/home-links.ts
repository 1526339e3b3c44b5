import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import type { DeviceKind } from '@airloom/contract/devices/devices.model';
import type { DeviceStatus } from '@airloom/contract/devices/devices.states';
import { WALL } from '../../shared/routing/from-wall.ts';
import type { Place } from '../../shared/session/place.ts';

/**
 * Where figures lead. Lists are about the site or organization the console is turned to; what is counted over
 * everything leads to the pages that can show everything.
 */
export interface HomeLinks {
  alarms(level?: AlarmLevel): string;
  alarm(uuid: string): string;
  devices(kind?: DeviceKind, status?: DeviceStatus): string;
  clients: string;
  traffic: string;
  terminals: string;
  wall: string;
}

function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const text = new URLSearchParams(given).toString();
  return text === '' ? path : `${path}?${text}`;
}

export function homeLinks({ siteUUID, enterpriseUUID }: Place): HomeLinks {
  const place = siteUUID ?? enterpriseUUID;
  const wide = place === undefined;
  const alarms = wide ? '/topalarm/list' : '/alarm/list';
  const at = place ?? 'account';
  return {
    alarms: (level) => withQuery(alarms, { level }),
    alarm: (uuid) => withQuery(alarms, { alarm: uuid }),
    devices: (kind, status) =>
      wide ? withQuery('/statistics/property', { at }) : withQuery('/device/all', { kind, status }),
    clients: wide ? withQuery('/statistics/terminal', { at }) : '/monitor/onlineUser',
    traffic: withQuery('/statistics/network', { at }),
    terminals: withQuery('/statistics/terminal', { at }),
    wall: withQuery(WALL, { at: place }),
  };
}
