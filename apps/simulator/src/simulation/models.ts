import type { Band, Hello } from '@airloom/device-protocol/model';

export type DeviceKind = Hello['kind'];
export const KINDS: readonly DeviceKind[] = ['ap', 'ac', 'gateway', 'switch', 'controller', 'smart'];

export interface Model {
  readonly name: string;
  /** Build target in firmware images. */
  readonly compatible: string;
  readonly firmware: string;
  readonly bands: readonly Band[];
  /** Ports in order; the first is the uplink. */
  readonly ports: (needed: number) => readonly string[];
  readonly memoryBytes: number;
  /** Watts drawn over PoE; 0 for devices with their own power supply. */
  readonly watts: number;
  readonly powerBudget: number;
  /** Third-party client of the device; without one it behaves like our own devices. */
  readonly software?: ClientSoftware;
}

/** A real client that is simulated with its limits. */
export interface ClientSoftware {
  readonly name: 'tip-ap' | 'ols-switch';
  /** Requested WebSocket subprotocol. */
  readonly subprotocol: 'ucentral-broker' | null;
  /** Encoding of received SSIDs and host names. */
  readonly foreignNames: 'gbk' | 'utf-8';
}

export function isTipAp({ software }: Model): boolean {
  return software?.name === 'tip-ap';
}

export function passesOnGbk({ software }: Model): boolean {
  return software?.foreignNames === 'gbk';
}

export function isOlsSwitch({ software }: Model): boolean {
  return software?.name === 'ols-switch';
}

/** Access points have rtty 7.1.x; other devices 9.x, which also forwards web pages. */
export function hasModernShell({ kind }: { readonly kind: DeviceKind }): boolean {
  return kind !== 'ap';
}

export const MEBIBYTE = 1024 * 1024;

export function listPorts(...names: readonly string[]): Model['ports'] {
  return () => names;
}

export function numbered(prefix: string, first: number, sizes: readonly number[]): Model['ports'] {
  return (needed) => {
    const largest = sizes.at(-1) ?? 1;
    const count = sizes.find((size) => size >= needed) ?? Math.ceil(needed / largest) * largest;
    return Array.from({ length: count }, (_, index) => `${prefix}${index + first}`);
  };
}

function lanBehindWan(needed: number): readonly string[] {
  const lan = numbered('LAN', 1, [4, 8, 16]);
  return ['WAN', ...lan(needed)];
}

const AP = { memoryBytes: 512 * MEBIBYTE, powerBudget: 0 };
const BOX = { bands: [], watts: 0, powerBudget: 0 };

/** Invented models with realistic abilities. */
export const MODELS: Readonly<Record<DeviceKind, readonly Model[]>> = {
  ap: [
    {
      ...AP,
      name: 'CAP-620',
      compatible: 'airloom_cap-620',
      firmware: 'CAP-620 4.2.0',
      bands: ['2G', '5G'],
      ports: listPorts('WAN', 'LAN1'),
      watts: 11.4,
    },
    {
      ...AP,
      name: 'CAP-650',
      compatible: 'airloom_cap-650',
      firmware: 'CAP-650 4.2.0',
      bands: ['2G', '5G', '6G'],
      ports: listPorts('WAN', 'LAN1', 'LAN2'),
      watts: 17.8,
      memoryBytes: 1024 * MEBIBYTE,
    },
    {
      ...AP,
      name: 'CAP-610W',
      compatible: 'airloom_cap-610w',
      firmware: 'CAP-610W 4.1.3',
      bands: ['2G', '5G'],
      ports: listPorts('WAN', 'LAN1', 'LAN2', 'LAN3'),
      watts: 9.2,
    },
  ],
  smart: [
    {
      ...AP,
      name: 'MESH-300',
      compatible: 'airloom_mesh-300',
      firmware: 'MESH-300 2.8.1',
      bands: ['2G', '5G'],
      ports: listPorts('WAN', 'LAN1'),
      watts: 0,
    },
  ],
  switch: [
    {
      ...BOX,
      name: 'SW-2400P',
      compatible: 'airloom_sw-2400p',
      firmware: 'SW-2400P 3.2.0',
      ports: numbered('Ethernet', 0, [26, 52]),
      memoryBytes: 2048 * MEBIBYTE,
      powerBudget: 370,
    },
    {
      ...BOX,
      name: 'SW-1200',
      compatible: 'airloom_sw-1200',
      firmware: 'SW-1200 3.2.0',
      ports: numbered('Ethernet', 0, [12, 26, 52]),
      memoryBytes: 1024 * MEBIBYTE,
      powerBudget: 180,
    },
  ],
  ac: [
    {
      ...BOX,
      name: 'AC-6000',
      compatible: 'airloom_ac-6000',
      firmware: 'AC-6000 7.0.4',
      ports: listPorts('WAN', 'LAN1', 'LAN2', 'LAN3'),
      memoryBytes: 4096 * MEBIBYTE,
    },
  ],
  gateway: [
    {
      ...BOX,
      name: 'DCME-320',
      compatible: 'airloom_dcme-320',
      firmware: 'DCME-320 5.5.2',
      ports: lanBehindWan,
      memoryBytes: 2048 * MEBIBYTE,
    },
    {
      ...BOX,
      name: 'DCME-720',
      compatible: 'airloom_dcme-720',
      firmware: 'DCME-720 5.5.2',
      ports: lanBehindWan,
      memoryBytes: 8192 * MEBIBYTE,
    },
  ],
  controller: [
    {
      ...BOX,
      name: 'IMC-100',
      compatible: 'airloom_imc-100',
      firmware: 'IMC-100 1.9.0',
      ports: listPorts('WAN', 'LAN1'),
      memoryBytes: 4096 * MEBIBYTE,
    },
  ],
};

/** Access points managed by a controller, without their own connection. */
export const THIN_AP: Model = {
  ...AP,
  name: 'TAP-220',
  compatible: 'airloom_tap-220',
  firmware: 'TAP-220 7.0.4',
  bands: ['2G', '5G'],
  ports: listPorts('WAN'),
  watts: 8.6,
};
