import { z } from 'zod';
import { secretInput } from '../configuration/secret.ts';
import { BANDS } from '../devices/devices.model.ts';
import { integerWithin, requiredText, uuid } from '../fields.ts';
import { isHostname } from '../formats/network/hostname.ts';
import { isIpv4, isReservedIpv4 } from '../formats/network/ipv4.ts';
import { isMac } from '../formats/network/mac.ts';
import { utf8Length } from '../formats/text/byte-length.ts';
import { hasForbiddenCharacters } from '../formats/text/forbidden-characters.ts';
import { isEndTime, isTime } from '../formats/text/time.ts';
import { LIMITS } from '../limits.ts';
import { WIRELESS_LIMITS } from './wireless.limits.ts';

/** `enterprise`: 802.1X with a RADIUS server. `enhancedOpen`: encrypted without a password (OWE). */
export const ENCRYPTIONS = ['open', 'enhancedOpen', 'wpa2', 'wpa2wpa3', 'wpa3', 'enterprise'] as const;
export type Encryption = (typeof ENCRYPTIONS)[number];

/** Encryptions with a password. */
export const WITH_PASSWORD: readonly Encryption[] = ['wpa2', 'wpa2wpa3', 'wpa3'];
/** The 6 GHz band allows only WPA3 and enhanced open; the others get there as the one or the other. */
export const NOT_AT_6_GHZ: readonly Encryption[] = ['wpa2'];
/** Fast roaming needs keys to hand over. */
export const WITHOUT_FAST_ROAMING: readonly Encryption[] = ['open', 'enhancedOpen'];

/** Radio frames carry bytes, so the length counts bytes. */
export const ssid = requiredText(WIRELESS_LIMITS.ssidMaxBytes)
  .refine((value) => utf8Length(value) <= WIRELESS_LIMITS.ssidMaxBytes, {
    error: 'validation.tooManyBytes',
    params: { maximum: WIRELESS_LIMITS.ssidMaxBytes },
  })
  .refine((value) => !hasForbiddenCharacters(value), 'validation.forbiddenCharacter');

const PRINTABLE = /^[\x20-\x7e]*$/;

/** Passwords are printable ASCII, as in the standard. */
export const wirelessPassword = z
  .string('validation.required')
  .refine(
    (value) =>
      value.length >= WIRELESS_LIMITS.wpaPasswordMin && value.length <= WIRELESS_LIMITS.wpaPasswordMax,
    {
      error: 'validation.password.length',
      params: { minimum: WIRELESS_LIMITS.wpaPasswordMin, maximum: WIRELESS_LIMITS.wpaPasswordMax },
    },
  )
  .refine((value) => PRINTABLE.test(value), 'validation.wirelessPassword');

export const vlanId = integerWithin(LIMITS.network.vlanIdMin, LIMITS.network.vlanIdMax);

/** Daily, in the local time of the site. The network is off from `start` until `end`, at the latest 24:00. */
export const timeSlot = z
  .object({
    start: z.string('validation.required').refine(isTime, 'validation.time'),
    end: z.string('validation.required').refine(isEndTime, 'validation.time'),
  })
  // Times of this format sort as text.
  .refine(({ start, end }) => !isTime(start) || !isEndTime(end) || start < end, {
    error: 'validation.endBeforeStart',
    path: ['end'],
  });

const kbps = integerWithin(WIRELESS_LIMITS.bandwidthMinKbps, WIRELESS_LIMITS.bandwidthMaxKbps).nullable();

/** In kbit/s; null: unlimited. Up: from clients to the network. */
export const bandwidth = z
  .object({ upKbps: kbps, downKbps: kbps, clientUpKbps: kbps, clientDownKbps: kbps })
  .refine(({ upKbps, clientUpKbps }) => notAbove(clientUpKbps, upKbps), {
    error: 'validation.clientBandwidth',
    path: ['clientUpKbps'],
  })
  .refine(({ downKbps, clientDownKbps }) => notAbove(clientDownKbps, downKbps), {
    error: 'validation.clientBandwidth',
    path: ['clientDownKbps'],
  });

function notAbove(part: number | null, total: number | null): boolean {
  return part === null || total === null || part <= total;
}

/** A password of one person or device (PPSK). */
export const privateKey = z.object({
  name: requiredText(WIRELESS_LIMITS.privateKeyNameMax),
  key: secretInput(wirelessPassword),
  /** The key works for this device only; empty: for any. */
  mac: z.string('validation.required').refine((value) => value === '' || isMac(value), 'validation.mac'),
  vlan: vlanId.nullable(),
});

const serverHost = z
  .string('validation.required')
  .trim()
  .min(1, 'validation.required')
  .max(WIRELESS_LIMITS.serverHostMax, 'validation.tooLong')
  .refine((value) => isIpv4(value) || isHostname(value), 'validation.host')
  .refine((value) => !isReservedIpv4(value), 'validation.reservedAddress');

const sharedKey = z
  .string('validation.required')
  .min(1, 'validation.required')
  .max(WIRELESS_LIMITS.sharedKeyMax, 'validation.tooLong')
  .refine((value) => PRINTABLE.test(value) && !value.includes('?'), 'validation.sharedKey');

/** Access points refuse lower ports. */
const radiusPort = integerWithin(WIRELESS_LIMITS.radiusPortMin, LIMITS.network.portMax);

export const radiusServer = z.object({
  host: serverHost,
  port: radiusPort,
  accountingPort: radiusPort.nullable(),
  secret: secretInput(sharedKey),
});

const hasDuplicates = (values: readonly unknown[]): boolean => new Set(values).size < values.length;

const chosenPlaces = z
  .array(uuid)
  .min(1, 'validation.selectOne')
  .max(WIRELESS_LIMITS.targetsMax, 'validation.tooMany')
  .refine((ids) => !hasDuplicates(ids), 'validation.duplicate');

/** Which devices carry a network of an organization or a site. */
export const targets = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({
    kind: z.literal('sites'),
    siteUUIDs: chosenPlaces,
  }),
  z.object({
    kind: z.literal('groups'),
    groupUUIDs: chosenPlaces,
  }),
]);

const offTimes = z.array(timeSlot).max(WIRELESS_LIMITS.disableTimeSlotsMax, 'validation.tooMany');

const fields = z.object({
  ssid,
  enabled: z.boolean('validation.required'),
  hidden: z.boolean('validation.required'),
  offTimes: offTimes.default([]),
  encryption: z.enum(ENCRYPTIONS, 'validation.identifier'),
  /** Null where the encryption has none. */
  password: secretInput(wirelessPassword).nullable(),
  privateKeys: z.array(privateKey).max(WIRELESS_LIMITS.privateKeysMax, 'validation.tooMany').default([]),
  radius: radiusServer.nullable().default(null),
  vlan: vlanId.nullable(),
  fastRoaming: z.boolean('validation.required'),
  clientIsolation: z.boolean('validation.required'),
  bands: z
    .array(z.enum(BANDS))
    .min(1, 'validation.selectOne')
    .refine((bands) => !hasDuplicates(bands), 'validation.duplicate'),
  bandwidth,
  targets,
});

export type WirelessNetwork = z.infer<typeof fields>;

interface Problem {
  readonly field: keyof WirelessNetwork;
  readonly error: string;
}

/** Rules between fields, which also hold for a network with the overrides of a site. */
export function networkProblem(network: Omit<WirelessNetwork, 'targets'>): Problem | null {
  const { encryption, password, radius, bands, fastRoaming, privateKeys } = network;
  if (WITH_PASSWORD.includes(encryption) && password === null)
    return { field: 'password', error: 'validation.required' };
  if (encryption === 'enterprise' && radius === null)
    return { field: 'radius', error: 'validation.required' };
  if (bands.includes('6G') && NOT_AT_6_GHZ.includes(encryption))
    return { field: 'encryption', error: 'validation.sixGigahertz' };
  if (fastRoaming && WITHOUT_FAST_ROAMING.includes(encryption))
    return { field: 'fastRoaming', error: 'validation.fastRoamingOpen' };
  // Clients of WPA3 prove the password before they are known, so there is only one.
  if (privateKeys.length > 0 && encryption !== 'wpa2')
    return { field: 'privateKeys', error: 'validation.privateKeysWpa2' };
  if (hasDuplicates(privateKeys.map(({ name }) => name.toLowerCase())))
    return { field: 'privateKeys', error: 'validation.duplicate' };
  // The key decides who a client is and which VLAN it gets.
  const keys = [password, ...privateKeys.map(({ key }) => key)].filter((key) => key !== null);
  if (hasDuplicates(keys.map(comparable))) return { field: 'privateKeys', error: 'validation.sameKey' };
  if (hasDuplicates(privateKeys.flatMap(({ mac }) => (mac === '' ? [] : [mac.toLowerCase()]))))
    return { field: 'privateKeys', error: 'validation.sameMac' };
  return null;
}

/** New secrets compare as text, stored ones by their digest. */
function comparable(secret: z.infer<typeof privateKey>['key']): string {
  return typeof secret === 'string' ? `text ${secret}` : `digest ${secret.digest}`;
}

export const wirelessNetworkInput = fields.check(({ value, issues }) => {
  const problem = networkProblem(value);
  if (problem !== null)
    issues.push({ code: 'custom', input: value, path: [problem.field], message: problem.error });
});

/** What a site may set differently from its organization. */
export const wirelessOverrideInput = fields
  .pick({
    enabled: true,
    hidden: true,
    password: true,
    vlan: true,
    clientIsolation: true,
    bands: true,
    bandwidth: true,
  })
  // Without its default, which would override the times of the organization.
  .extend({ offTimes })
  .partial();
export type WirelessOverride = z.infer<typeof wirelessOverrideInput>;
