import { z } from 'zod';

export const TERMINAL_KINDS = [
  'phone',
  'tablet',
  'computer',
  'printer',
  'camera',
  'tv',
  'thing',
  'unknown',
] as const;
export const terminalKind = z.enum(TERMINAL_KINDS);
export type TerminalKind = z.infer<typeof terminalKind>;

/** Host name patterns by kind. The first match counts. */
const NAMES: readonly (readonly [TerminalKind, RegExp])[] = [
  ['tablet', /ipad|galaxy-tab|tablet|matepad|mediapad|kindle|surface-go|\btab-/],
  ['phone', /iphone|android|galaxy|pixel|redmi|xiaomi|huawei|honor|oppo|vivo|oneplus|realme|phone|moto-?g/],
  ['printer', /printer|^npi[0-9a-f]{6}|epson|canon|brother|brw[0-9a-f]{6}|laserjet|officejet/],
  ['camera', /camera|ipcam|^cam-|dahua|hikvision|doorbell/],
  ['tv', /\btv\b|-tv|tv-|bravia|roku|chromecast|apple-?tv|firetv|webos|tizen/],
  [
    'computer',
    /macbook|imac|mac-?mini|desktop|laptop|notebook|thinkpad|^pc-|-pc$|workstation|surface|ubuntu|debian|fedora|windows/,
  ],
  [
    'thing',
    /sensor|esp[-_]?[0-9a-f]{4,}|esp32|esp8266|shelly|tasmota|tuya|sonos|echo|nest|hue|plug|thermostat|scanner|pos-|terminal|watch/,
  ],
];

/** Probable kind of a client by its host name. */
export function kindOfTerminal(hostname: string): TerminalKind {
  const name = hostname.toLowerCase();
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'unknown';
}

/** Whether the address is locally administered, as the random addresses of phones are; it does not identify a client. */
export function isMadeUp(mac: string): boolean {
  return (Number.parseInt(mac.slice(0, 2), 16) & 0b10) !== 0;
}
