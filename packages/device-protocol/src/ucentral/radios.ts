import type { Band, RadioSample, Traffic } from '../model.ts';
import type { OptionalText } from './fields.ts';
import {
  celsiusOf,
  countOf,
  countOrNull,
  dbmOf,
  numberOf,
  textOrNull,
  trafficOf,
  wholeWithin,
} from './figures.ts';
import type { DeviceState, InterfaceState, RadioState, SsidState } from './state-schema.ts';

const RADIOS_MAX = 8;
/** More than any radio or switch serves; the rest is dropped. */
export const CLIENTS_MAX = 4096;

/** Some radios report half bands ("5G-lower"). */
export function bandNamed(name: OptionalText): Band | null {
  if (name === undefined || name === null) return null;
  if (name.startsWith('2G')) return '2G';
  if (name.startsWith('5G')) return '5G';
  return name.startsWith('6G') ? '6G' : null;
}

const LAST_2G_CHANNEL = 14;
const FIRST_5G_MHZ = 4900;
const FIRST_6G_MHZ = 5945;

function bandOfFrequency(mhz: number | undefined): Band | null {
  if (mhz === undefined) return null;
  if (mhz < FIRST_5G_MHZ) return '2G';
  return mhz < FIRST_6G_MHZ ? '5G' : '6G';
}

function bandOf(radio: RadioState): Band {
  const reported = bandNamed(radio.band?.[0]) ?? bandOfFrequency(radio.frequency?.[0]);
  if (reported !== null) return reported;
  return (radio.channel ?? 0) <= LAST_2G_CHANNEL ? '2G' : '5G';
}

interface Load {
  clients: number;
  rxBytes: number;
  txBytes: number;
  txRetries: number | null;
  txFailed: number | null;
}

function sum(one: number | null, other: number | null): number | null {
  return one === null ? other : one + (other ?? 0);
}

function addLoad(load: Load, ssid: SsidState): void {
  const traffic: Traffic = trafficOf(ssid.counters);
  load.clients += ssid.associations?.length ?? 0;
  load.rxBytes += traffic.rxBytes;
  load.txBytes += traffic.txBytes;
  load.txRetries = sum(load.txRetries, countOrNull(ssid.counters?.tx_retries));
  load.txFailed = sum(load.txFailed, countOrNull(ssid.counters?.tx_failed));
}

const RADIO_REFERENCE = /^#\/radios\/(\d+)$/;

/** The radio of an SSID: by reference, hardware or band. */
export function radioOf(ssid: SsidState, radios: readonly RadioState[]): number {
  const reference = RADIO_REFERENCE.exec(ssid.radio?.$ref ?? '');
  if (reference !== null) return Number(reference[1]);
  const byHardware = textOrNull(ssid.phy) === null ? -1 : radios.findIndex((radio) => radio.phy === ssid.phy);
  if (byHardware !== -1) return byHardware;
  const band = bandNamed(ssid.band) ?? bandOfFrequency(ssid.frequency?.[0]);
  return band === null ? -1 : radios.findIndex((radio) => bandOf(radio) === band);
}

export function isAccessPoint(ssid: SsidState): boolean {
  return (ssid.mode ?? 'ap') === 'ap';
}

export function bandOfSsid(ssid: SsidState, radio: RadioState | undefined): Band {
  return bandNamed(ssid.band) ?? (radio === undefined ? '5G' : bandOf(radio));
}

/**
 * Some firmware always sends `chanUtil: 0`, so the survey takes precedence. Its counters cover the report interval on
 * some devices; on others they run since the start of the radio, and give the average since then.
 */
function utilisationOf(radio: RadioState): number | null {
  const reported = wholeWithin(radio.chanUtil, 0, 100);
  if (reported !== null && reported > 0) return reported;
  const survey = surveyOf(radio);
  const time = countOf(survey?.time);
  const busy = countOrNull(survey?.busy);
  return time === 0 || busy === null ? reported : wholeWithin((busy / time) * 100, 0, 100);
}

/** Survey of the current channel: `frequency` starts with its primary channel. */
function surveyOf({ frequency, survey }: RadioState) {
  const own = frequency?.[0];
  if (own !== undefined) return survey?.find((entry) => entry.frequency === own);
  return survey?.find((entry) => entry['in_use'] === true) ?? survey?.[0];
}

const CHANNEL_MAX = 1000;
const WIDTH_MAX = 1000;

export function radioSamples(state: DeviceState): RadioSample[] {
  const radios = state.radios?.slice(0, RADIOS_MAX) ?? [];
  if (radios.length === 0) return [];
  const loads = loadsOf(radios, state.interfaces ?? []);
  return radios.map((radio, index) => {
    const load = loads[index] ?? emptyLoad();
    return {
      index,
      band: bandOf(radio),
      channel: wholeWithin(radio.channel, 0, CHANNEL_MAX) ?? 0,
      widthMhz: wholeWithin(numberOf(radio.channel_width), 0, WIDTH_MAX) ?? 0,
      txPower: dbmOf(radio.tx_power),
      utilisationPercent: utilisationOf(radio),
      noise: dbmOf(surveyOf(radio)?.noise ?? radio.noise),
      temperature: celsiusOf(radio.temperature),
      clients: Math.min(load.clients, CLIENTS_MAX),
      traffic: { rxBytes: countOf(load.rxBytes), txBytes: countOf(load.txBytes) },
      txRetries: load.txRetries,
      txFailed: load.txFailed,
    };
  });
}

function emptyLoad(): Load {
  return { clients: 0, rxBytes: 0, txBytes: 0, txRetries: null, txFailed: null };
}

function loadsOf(radios: readonly RadioState[], interfaces: readonly InterfaceState[]): Load[] {
  const loads = radios.map(emptyLoad);
  for (const { ssids } of interfaces) {
    for (const ssid of ssids ?? []) {
      const load = loads[radioOf(ssid, radios)];
      if (load !== undefined && isAccessPoint(ssid)) addLoad(load, ssid);
    }
  }
  return loads;
}
