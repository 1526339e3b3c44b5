import type { Band } from '@airloom/contract/configuration/effective';
import { widthsOf } from '@airloom/contract/wireless/channel-widths';
import type { RadioValue } from '@airloom/contract/wireless/radio.rules';
import { bandRule, channelsIn, maxDbmIn } from '@airloom/contract/wireless/regulatory';
import type { ChannelMode, RadioAbility } from '../../model.ts';
import type { RadioSettings } from '../document.ts';
import {
  bandProblem,
  bandsOf,
  type CompileInput,
  type Contributor,
  countryOf,
  type Report,
} from './contributor.ts';

const WIDTH_MHZ: Readonly<Record<Band, number>> = { '2G': 20, '5G': 80, '6G': 80 };
/** Default of devices for configurations without a mode. */
const DEFAULT_MODE: ChannelMode = 'HE';

/** One entry for each band that the device has a radio for and its country allows. */
export const radios: Contributor = (input, report) => {
  if (input.kind === 'switch') return {};
  const bands = bandsOf(input.abilities);
  const problemOf = (band: Band) => bandProblem(band, bands, countryOf(input));
  for (const [text, { origins }] of Object.entries(input.effective.radios)) {
    const band = bandOf(text);
    const reason = bands.length === 0 ? null : problemOf(band);
    const settingId = Object.values(origins)[0]?.settingId ?? null;
    if (reason !== null) report({ settingId, reason, band, instead: null });
  }
  const entries = bands
    .filter((band) => problemOf(band) === null)
    .map((band) => radioOf(band, input, report));
  return entries.length === 0 ? {} : { radios: entries };
};

function bandOf(text: string): Band {
  if (text === '2G' || text === '5G') return text;
  return '6G';
}

function radioOf(band: Band, input: CompileInput, report: Report): RadioSettings {
  const { abilities, effective } = input;
  const radio = abilities.radios.find(({ bands }) => bands.includes(band));
  const country = countryOf(input);
  const value = effective.radios[band]?.value ?? {};
  const origins = effective.radios[band]?.origins ?? {};
  const unsupported: RadioReport = (field, reason, instead) =>
    report({ settingId: origins[field]?.settingId ?? null, reason, band, instead });
  const medium = { radio, country, band };
  const channels = channelsOf(value, medium, unsupported);
  return {
    band,
    ...channels,
    ...widthOf(value, medium, channels, unsupported),
    ...(country === null ? {} : { country }),
    ...(value.enabled === false ? { enable: false } : {}),
    ...powerOf(value, medium, channels, unsupported),
    ...(value.clientsMax == null ? {} : { 'maximum-clients': value.clientsMax }),
    ...(value.minimumRateKbps == null
      ? {}
      : { rates: { beacon: value.minimumRateKbps, multicast: value.minimumRateKbps } }),
  };
}

type RadioReport = (
  field: keyof RadioValue,
  reason: Parameters<Report>[0]['reason'],
  instead: string | number | null,
) => void;

interface Medium {
  readonly radio: RadioAbility | undefined;
  readonly country: string | null;
  readonly band: Band;
}

/** Null: nothing is known that would forbid a channel. */
function allowedChannels({ radio, country, band }: Medium): ReadonlySet<number> | null {
  const ofRadio = radio === undefined || radio.channels.length === 0 ? null : radio.channels;
  const ofCountry = country === null ? null : (bandRule(country, band)?.channels ?? []);
  if (ofRadio === null) return ofCountry === null ? null : new Set(ofCountry);
  return new Set(ofCountry === null ? ofRadio : ofRadio.filter((channel) => ofCountry.includes(channel)));
}

function channelsOf(
  { channel = 'auto', allowedChannels: wanted = [] }: RadioValue,
  medium: Medium,
  unsupported: RadioReport,
): Channels {
  const allowed = allowedChannels(medium);
  const fits = (one: number) => allowed === null || allowed.has(one);
  if (channel !== 'auto') {
    if (fits(channel)) return { channel };
    unsupported('channel', 'channelNotAllowed', 'auto');
  }
  const valid = wanted.filter(fits);
  if (valid.length < wanted.length) unsupported('allowedChannels', 'channelNotAllowed', valid.join(', '));
  return { channel: 'auto', ...(valid.length === 0 ? {} : { 'valid-channels': valid }) };
}

type Channels = Pick<RadioSettings, 'channel' | 'valid-channels'>;

/** The widest one that a channel of the radio can have, up to a width. */
function fittingWidth(
  { country, band, radio }: Medium,
  { channel, 'valid-channels': valid }: Channels,
  width: number,
): number {
  const available = channelsIn(country, band);
  const used =
    channel === 'auto' ? (valid ?? [...(allowedChannels({ country, band, radio }) ?? available)]) : [channel];
  return widthsOf(available, band, used).findLast((one) => one <= width) ?? width;
}

/** Radios older than Wi-Fi 6 reject the default mode: they get their best one. */
function widthOf(
  value: RadioValue,
  medium: Medium,
  channels: Channels,
  unsupported: RadioReport,
): Pick<RadioSettings, 'channel-width' | 'channel-mode'> {
  const { band, radio } = medium;
  const wanted = value.widthMhz ?? WIDTH_MHZ[band];
  // There is no VHT at 2.4 GHz, though drivers list it.
  const modes = (radio?.modes ?? []).filter(({ mode }) => band !== '2G' || mode !== 'VHT');
  const widest = Math.max(...modes.map(({ maxWidthMhz }) => maxWidthMhz));
  const width = fittingWidth(medium, channels, modes.length === 0 ? wanted : Math.min(wanted, widest));
  if (value.widthMhz !== undefined && width < value.widthMhz)
    unsupported('widthMhz', 'widthNotSupported', width);
  const best = modes.at(-1);
  if (best === undefined || modes.some(({ mode }) => mode === DEFAULT_MODE))
    return { 'channel-width': width };
  return { 'channel-width': Math.min(width, best.maxWidthMhz), 'channel-mode': best.mode };
}

function powerOf(
  { powerDbm }: RadioValue,
  { country, band }: Medium,
  { channel }: Channels,
  unsupported: RadioReport,
): Pick<RadioSettings, 'tx-power'> {
  if (powerDbm == null) return {};
  const limit =
    country === null ? powerDbm : maxDbmIn(country, band, channel === 'auto' ? undefined : channel);
  if (powerDbm > limit) unsupported('powerDbm', 'powerAboveLimit', limit);
  return { 'tx-power': Math.min(powerDbm, limit) };
}
