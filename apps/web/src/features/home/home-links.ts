import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import type { DeviceKind } from '@airloom/contract/devices/devices.model';
import type { DeviceStatus, UpgradeStatus } from '@airloom/contract/devices/devices.states';
import { WALL } from '../../shared/routing/from-wall.ts';
import { EVERYTHING, type Place } from '../../shared/session/place.ts';

export interface DeviceListFilters {
  kind?: DeviceKind;
  status?: DeviceStatus;
  upgradeStatus?: UpgradeStatus;
  configurationState?: 'failed';
}

/**
 * Where figures lead. Lists are about the site or organization the console is turned to, unless what was counted
 * over everything asks them for everything.
 */
export interface HomeLinks {
  alarms(level?: AlarmLevel): string;
  alarm(uuid: string): string;
  devices(filters?: DeviceListFilters): string;
  clients: string;
  ssid(name: string): string;
  traffic: string;
  terminals: string;
  wall: string;
}

function withQuery(path: string, query: Readonly<Partial<Record<string, string | undefined>>>): string {
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
  const at = place ?? EVERYTHING;
  const listed = wide ? EVERYTHING : undefined;
  return {
    alarms: (level) => withQuery(alarms, { level }),
    alarm: (uuid) => withQuery(alarms, { alarm: uuid }),
    devices: (filters) => withQuery('/device/all', { ...filters, at: listed }),
    clients: withQuery('/monitor/onlineUser', { at: listed }),
    ssid: (name) => withQuery('/monitor/onlineUser', { ssid: name, at: listed }),
    traffic: withQuery('/statistics/network', { at }),
    terminals: withQuery('/statistics/terminal', { at }),
    wall: withQuery(WALL, { at: place }),
  };
}
