import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { z } from 'zod';
import { EXTENSION, helloExtension } from '../extension.ts';
import { serialOf } from '../identity.ts';
import type { Abilities, Band, ChannelMode, Hello, RadioAbility } from '../model.ts';
import { optionalText } from './fields.ts';
import { textOf, textOrNull, wholeWithin } from './figures.ts';
import { bandNamed } from './radios.ts';
import { versionOf } from './report.ts';

export const helloParams = z.looseObject({
  serial: z.string(),
  uuid: z.number(),
  firmware: optionalText,
  reason: optionalText,
  capabilities: z.looseObject({
    compatible: optionalText,
    model: optionalText,
    platform: optionalText,
    country: optionalText,
    country_code: optionalText,
    compress_cmd: z.boolean().optional(),
    'secure-rtty': z.boolean().optional(),
    network: z.record(z.string(), z.unknown()).optional(),
    'port-list': z.array(z.looseObject({ name: optionalText })).optional(),
    wifi: z
      .record(
        z.string(),
        z.looseObject({
          band: z.array(z.string()).optional(),
          channels: z.array(z.number()).optional(),
          htmode: z.array(z.string()).optional(),
        }),
      )
      .optional(),
    [EXTENSION]: helloExtension.optional(),
  }),
});
type HelloParams = z.infer<typeof helloParams>;
type Capabilities = HelloParams['capabilities'];

const RADIOS_MAX = 8;
const CHANNELS_MAX = 128;
const PORTS_MAX = 256;
const SN_MAX = 64;

/** Null for an invalid serial. */
export function helloOf(params: HelloParams): Hello | null {
  const serial = serialOf(params.serial);
  if (serial === null) return null;
  const { capabilities } = params;
  return {
    serial,
    kind: kindOf(capabilities),
    sn: textOrNull(capabilities[EXTENSION]?.sn, SN_MAX),
    model: textOf(capabilities.model ?? capabilities.compatible),
    firmware: textOf(params.firmware),
    configVersion: versionOf(params.uuid),
    reason: textOf(params.reason),
    abilities: abilitiesOf(capabilities),
  };
}

function kindOf(capabilities: Capabilities): DeviceKind {
  const reported = capabilities[EXTENSION]?.kind;
  if (reported !== undefined) return reported;
  return capabilities.platform?.toLowerCase() === 'switch' ? 'switch' : 'ap';
}

function abilitiesOf(capabilities: Capabilities): Abilities {
  const country = capabilities.country ?? capabilities.country_code;
  return {
    compressedCommands: capabilities.compress_cmd === true,
    acknowledgedReports: capabilities[EXTENSION]?.keeps === true,
    remoteShell: remoteShellOf(capabilities),
    webProxy: webProxyOf(capabilities),
    tcpTunnels: remoteShellOf(capabilities) && capabilities[EXTENSION]?.tunnels === true,
    country: textOrNull(country, 2),
    radios: Object.values(capabilities.wifi ?? {})
      .slice(0, RADIOS_MAX)
      .map(radioAbility),
    ports: portsOf(capabilities).slice(0, PORTS_MAX),
  };
}

/** Access points always support it; a switch that does not list it answers "Success" and does nothing. */
function remoteShellOf(capabilities: Capabilities): boolean {
  return capabilities['secure-rtty'] ?? kindOf(capabilities) === 'ap';
}

/** Access points ship rtty 7.1.x, which forwards no web pages; others have 9.x. */
function webProxyOf(capabilities: Capabilities): boolean {
  return remoteShellOf(capabilities) && (capabilities[EXTENSION]?.web ?? kindOf(capabilities) !== 'ap');
}

function radioAbility(radio: NonNullable<Capabilities['wifi']>[string]): RadioAbility {
  const bands: Band[] = [];
  for (const name of radio.band ?? []) {
    const band = bandNamed(name);
    if (band !== null && !bands.includes(band)) bands.push(band);
  }
  return { bands, channels: channelsOf(radio.channels ?? []), modes: modesOf(radio.htmode ?? []) };
}

const CHANNEL_MODES: readonly ChannelMode[] = ['HT', 'VHT', 'HE', 'EHT'];
const HTMODE = /^(HT|VHT|HE|EHT)(\d{2,3})/;

/** From names such as "VHT80", "HE160" or "HT40+". */
function modesOf(names: readonly string[]): RadioAbility['modes'] {
  const read = names.map((name) => HTMODE.exec(name));
  return CHANNEL_MODES.flatMap((mode) => {
    const widths = read.filter((found) => found?.[1] === mode).map((found) => Number(found?.[2]));
    return widths.length === 0 ? [] : [{ mode, maxWidthMhz: Math.max(...widths) }];
  });
}

function channelsOf(reported: readonly number[]): number[] {
  return reported
    .slice(0, CHANNELS_MAX)
    .map((channel) => wholeWithin(channel, 1, 1000))
    .filter((channel) => channel !== null);
}

function portsOf(capabilities: Capabilities): string[] {
  const listed = (capabilities['port-list'] ?? []).map(({ name }) => textOf(name));
  const networked = Object.values(capabilities.network ?? {})
    .flat()
    .map((name) => (typeof name === 'string' ? textOf(name) : ''));
  return [...listed, ...networked].filter((name) => name !== '');
}
