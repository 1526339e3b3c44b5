import type { NetworkSample } from '../model.ts';
import { colonMac, textOf } from './figures.ts';
import { bandOfSsid, isAccessPoint, radioOf } from './radios.ts';
import type { DeviceState } from './state-schema.ts';

const NETWORKS_MAX = 256;

/** Interfaces without networks have no list of them, so a device with radios but without a list broadcasts none. */
export function networkSamples({ radios, interfaces = [] }: DeviceState): NetworkSample[] | null {
  if (radios === undefined && interfaces.every(({ ssids }) => ssids === undefined)) return null;
  const known = radios ?? [];
  return interfaces
    .flatMap(({ ssids = [] }) => ssids)
    .filter((ssid) => isAccessPoint(ssid) && textOf(ssid.ssid) !== '')
    .slice(0, NETWORKS_MAX)
    .map((ssid) => ({
      ssid: textOf(ssid.ssid),
      bssid: colonMac(ssid.bssid ?? ''),
      band: bandOfSsid(ssid, known[radioOf(ssid, known)]),
    }));
}
