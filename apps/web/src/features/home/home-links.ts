import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { kindsSeenWith } from '@airloom/contract/devices/device-classes';
import type { DeviceStatus, UpgradeStatus } from '@airloom/contract/devices/devices.states';
import type { Grant } from '@airloom/contract/permissions';
import { BIG_SCREEN_PATH } from '../../shared/routing/from-big-screen.ts';
import type { Place } from '../../shared/session/place.ts';
import { EVERYTHING } from '../../shared/session/scope-address.ts';
import { useSession } from '../../shared/session/session-store.ts';

export interface DeviceListFilters {
  kind?: DeviceKind;
  status?: DeviceStatus;
  upgradeStatus?: UpgradeStatus;
  configurationState?: 'failed';
}

interface AlarmListFilters {
  level?: AlarmLevel;
  type?: 'certificateDue';
}

/** Links of figures to lists of the same scope. Undefined without permission. */
export interface HomeLinks {
  alarms(filters?: AlarmListFilters): string | undefined;
  alarm(uuid: string): string | undefined;
  devices(filters?: DeviceListFilters): string | undefined;
  unclaimed: string | undefined;
  clients: string | undefined;
  ssid(name: string): string | undefined;
  sites: string | undefined;
  sitesWithoutPlace: string | undefined;
  traffic: string;
  availability: string | undefined;
  terminals: string | undefined;
  bigScreen: string;
}

const SITES = '/topnav/site';
const ALARMS = '/alarm/list';

function withQuery(path: string, query: Readonly<Partial<Record<string, string | undefined>>>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const text = new URLSearchParams(given).toString();
  return text === '' ? path : `${path}?${text}`;
}

export function homeLinks({ siteUUID, enterpriseUUID }: Place, grants: readonly Grant[]): HomeLinks {
  const place = siteUUID ?? enterpriseUUID;
  const at = place ?? EVERYTHING;
  const needs = (grant: Grant, to: string) => (grants.includes(grant) ? to : undefined);
  const seesDevices = kindsSeenWith((key) => grants.includes(key)).length > 0;
  const clientsAt = (query: Readonly<Record<string, string>>) =>
    seesDevices
      ? needs('authuserOnline_view', withQuery('/monitor/onlineUser', { ...query, at }))
      : undefined;
  const listsDevices = grants.includes('device_manage') && grants.includes('all_device');
  return {
    alarms: (filters) => needs('current_alarm', withQuery(ALARMS, { ...filters, at })),
    alarm: (uuid) => needs('current_alarm', withQuery(ALARMS, { alarm: uuid, at })),
    devices: (filters) => (listsDevices ? withQuery('/device/all', { ...filters, at }) : undefined),
    unclaimed: needs('device_manage', '/device/unclaimed'),
    clients: clientsAt({}),
    ssid: (name) => clientsAt({ ssid: name }),
    sites: needs('site_manage', withQuery(SITES, { at })),
    // For a single site the list opens with its form.
    sitesWithoutPlace: needs('site_manage', withQuery(SITES, { withoutPlace: 'true', edit: siteUUID, at })),
    traffic: withQuery('/statistics/network', { at }),
    availability: seesDevices ? withQuery('/statistics/device', { at }) : undefined,
    terminals: seesDevices ? withQuery('/statistics/terminal', { at }) : undefined,
    bigScreen: withQuery(BIG_SCREEN_PATH, { at: place }),
  };
}

const NO_GRANTS: readonly Grant[] = [];

export function useHomeLinks(place: Place): HomeLinks {
  return homeLinks(place, useSession((state) => state.currentRole?.permissions) ?? NO_GRANTS);
}
