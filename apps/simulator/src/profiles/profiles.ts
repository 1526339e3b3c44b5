import type { SavedDevice } from '../device/virtual-device.ts';
import {
  type ClientSoftware,
  type DeviceKind,
  listPorts,
  MEBIBYTE,
  type Model,
  numbered,
} from '../simulation/models.ts';
import {
  FOREIGN_AP_CONFIGURATION,
  FOREIGN_SWITCH_CONFIGURATION,
  FOREIGN_VERSION,
} from './foreign-configuration.ts';

/** Makes all devices of a kind behave like a third-party client. */
export interface Profile {
  readonly kind: DeviceKind;
  readonly model: ClientModel;
}

type ClientModel = Model & { readonly software: ClientSoftware };

const SUBPROTOCOL = 'ucentral-broker';

/** A Wi-Fi 5 access point, as many that run the client are. */
const TIP_AP: ClientModel = {
  name: 'WF-188',
  compatible: 'airloom_wf-188',
  firmware: 'OpenWrt 23.05 / TIP-v4.2',
  bands: ['2G', '5G'],
  ports: listPorts('WAN', 'LAN1'),
  memoryBytes: 256 * MEBIBYTE,
  watts: 10.2,
  powerBudget: 0,
  software: { name: 'tip-ap', subprotocol: SUBPROTOCOL, foreignNames: 'gbk' },
};

const OLS_SWITCH: ClientModel = {
  name: 'OLS-4800P',
  compatible: 'airloom_ols-4800p',
  firmware: 'Rel 3.2.0 build 5',
  bands: [],
  ports: numbered('Ethernet', 0, [8, 24, 48]),
  memoryBytes: 2048 * MEBIBYTE,
  watts: 0,
  powerBudget: 370,
  software: { name: 'ols-switch', subprotocol: SUBPROTOCOL, foreignNames: 'utf-8' },
};

export const PROFILES = {
  'tip-ap': { kind: 'ap', model: TIP_AP },
  'ols-switch': { kind: 'switch', model: OLS_SWITCH },
  /** Like the simulator of OpenLAN CGW: without a subprotocol, names in UTF-8. */
  'openlan-cgw': {
    kind: 'ap',
    model: { ...TIP_AP, software: { name: 'tip-ap', subprotocol: null, foreignNames: 'utf-8' } },
  },
} as const satisfies Record<string, Profile>;
export type ProfileName = keyof typeof PROFILES;

export const PROFILE_NAMES = [
  'tip-ap',
  'ols-switch',
  'openlan-cgw',
] as const satisfies readonly ProfileName[];

interface Choice {
  readonly profiles?: readonly ProfileName[];
  /** Overrides the profile. */
  readonly foreignNames?: ClientSoftware['foreignNames'];
}

/** Models per kind of these profiles. */
export function modelsOf({ profiles = [], foreignNames }: Choice): Partial<Record<DeviceKind, Model>> {
  return Object.fromEntries(
    profiles.map((name) => {
      const { kind, model } = PROFILES[name];
      const software = foreignNames === undefined ? model.software : { ...model.software, foreignNames };
      return [kind, { ...model, software }];
    }),
  );
}

/** Saved state of a device configured by another cloud. */
export function servedElsewhere({ software, firmware }: Model): SavedDevice | undefined {
  if (software === undefined) return undefined;
  const document = software.name === 'tip-ap' ? FOREIGN_AP_CONFIGURATION : FOREIGN_SWITCH_CONFIGURATION;
  return { uuid: FOREIGN_VERSION, document, firmware, seq: 0, hasFactoryNetworks: false };
}
