import { ACCESS_ERRORS } from './access/access.errors.ts';
import { ALARM_ERRORS } from './alarms/alarms.errors.ts';
import { BIG_SCREEN_ERRORS } from './big-screen/big-screen.errors.ts';
import { COMMAND_ERRORS } from './commands/commands.errors.ts';
import { COMMON_ERRORS } from './common-errors.ts';
import { CONFIGURATION_ERRORS } from './configuration/configuration.errors.ts';
import { DEVICE_ERRORS } from './devices/devices.errors.ts';
import { FIRMWARE_ERRORS } from './firmware/firmware.errors.ts';
import { IDENTITY_ERRORS } from './identity/identity.errors.ts';
import { MONEY_ERRORS } from './money/money.errors.ts';
import { NOTICE_ERRORS } from './notices/notices.errors.ts';
import { ORGANIZATION_ERRORS } from './organizations/organizations.errors.ts';
import type { Quota } from './quotas.ts';
import { REMOTE_PROXY_ERRORS } from './remote-proxy/remote-proxy.errors.ts';
import { TOPOLOGY_ERRORS } from './topology/topology.errors.ts';
import { WEB_SHELL_ERRORS } from './web-shell/web-shell.errors.ts';

export { OK, OK_ACCEPTED, OK_NOTHING_CHANGED, SUCCESS_CODES } from './envelope.ts';

/** Every error. The text of error `key` is the message `errors.<key>`. */
export const ERRORS = {
  ...COMMON_ERRORS,
  ...IDENTITY_ERRORS,
  ...ORGANIZATION_ERRORS,
  ...ACCESS_ERRORS,
  ...COMMAND_ERRORS,
  ...CONFIGURATION_ERRORS,
  ...FIRMWARE_ERRORS,
  ...DEVICE_ERRORS,
  ...ALARM_ERRORS,
  ...NOTICE_ERRORS,
  ...TOPOLOGY_ERRORS,
  ...REMOTE_PROXY_ERRORS,
  ...BIG_SCREEN_ERRORS,
  ...WEB_SHELL_ERRORS,
  ...MONEY_ERRORS,
};

export type ErrorKey = keyof typeof ERRORS;

interface LinkNames {
  readonly upper: string;
  readonly lower: string;
}

/** The values an error's text needs; texts that are not named here need none. */
export interface ErrorValues {
  repeatKeyInvalid: { min: number; max: number };
  readonly userNameChangeTooSoon: { readonly date: string };
  readonly tooManyAttempts: { readonly seconds: number };
  readonly codeSentTooOften: { readonly seconds: number };
  readonly invitationSentTooOften: { readonly seconds: number };
  readonly noticesAskedTooOften: { readonly maximum: number; readonly minutes: number };
  readonly limitReached: { readonly maximum: number };
  readonly quotaReached: {
    readonly quota: Quota;
    readonly used: number;
    readonly maximum: number;
    readonly advice: string;
  };
  /** The names of the devices meant. */
  readonly deviceOnline: { readonly names: string };
  readonly apUnderGateway: { readonly names: string };
  readonly apUnderController: { readonly names: string };
  readonly tooManyTags: { readonly names: string; readonly maximum: number };
  readonly tooManyNotes: { readonly maximum: number };
  readonly tooManyShells: { readonly maximum: number };
  readonly remoteProxyShareUsed: { readonly maximum: number };
  readonly tooManyPhotos: { readonly maximum: number };
  readonly onlyAccessPoints: { readonly names: string };
  readonly settingNotOfDevice: { readonly names: string };
  readonly deviceNotManaged: { readonly names: string };
  readonly siteObserveOnly: { readonly names: string };
  readonly notReportedYet: { readonly names: string };
  readonly previewOutdated: { readonly names: string };
  /** Ports of a switch. */
  readonly uplinkNotConfirmed: { readonly names: string; readonly ports: string };
  readonly vlanInUse: { readonly vlan: number; readonly ports: string };
  /** Switches whose ports use the profile. */
  readonly portProfileInUse: { readonly names: string };
  /** The names of the networks. */
  readonly groupHasNetworks: { readonly names: string };
  readonly importTooManyRows: { readonly maximum: number };
  readonly virtualDevicesFull: { readonly maximum: number };
  readonly deviceVirtual: { readonly names: string };
  readonly importTooLarge: { readonly cells: number; readonly megabytes: number };
  /** The names of the two devices. */
  readonly linkDuplicate: LinkNames;
  readonly linkRootLoop: LinkNames;
  /** Which device is downstream of which already. */
  readonly linkUplinkTaken: LinkNames;
}

export type PlainErrorKey = Exclude<ErrorKey, keyof ErrorValues>;

const keyByCode = new Map<number, ErrorKey>();
for (const key of Object.keys(ERRORS)) if (isErrorKey(key)) keyByCode.set(ERRORS[key].code, key);

export function isErrorKey(key: string): key is ErrorKey {
  return Object.hasOwn(ERRORS, key);
}

export function errorKeyOf(code: number): ErrorKey | undefined {
  return keyByCode.get(code);
}
