import type { Band } from '@airloom/contract/configuration/effective';
import type { ConfigurationDocument } from './document.ts';

/** What a device reports about its radios and networks: a `Report` has these fields. */
export interface Observed {
  readonly configVersion: number;
  readonly radios: readonly { readonly band: Band; readonly channel: number }[];
  /** Networks on air; null when the device does not report them. */
  readonly networks: readonly { readonly ssid: string; readonly band: Band }[] | null;
}

export interface Missing {
  readonly what: 'version' | 'network' | 'channel';
  readonly name: string;
  readonly band: Band | null;
}

/** What of a document is not seen in a report of its device. Empty: verified. */
export function missingIn(document: ConfigurationDocument, observed: Observed): Missing[] {
  if (observed.configVersion !== document.uuid)
    return [{ what: 'version', name: String(document.uuid), band: null }];
  return [...missingNetworks(document, observed), ...missingChannels(document, observed)];
}

function missingNetworks(document: ConfigurationDocument, { networks }: Observed): Missing[] {
  if (networks === null) return [];
  const off = new Set(
    (document.radios ?? []).filter(({ enable }) => enable === false).map(({ band }) => band),
  );
  return document.interfaces
    .flatMap(({ ssids = [] }) => ssids)
    .flatMap((ssid) => ssid['wifi-bands'].map((band) => ({ name: ssid.name, band })))
    .filter(({ band }) => !off.has(band))
    .filter(({ name, band }) => !networks.some((seen) => seen.ssid === name && seen.band === band))
    .map(({ name, band }) => ({ what: 'network', name, band }));
}

/** 5 GHz channels that must be free of radar before a radio may use them. */
function isRadarChannel(band: Band, channel: number | 'auto'): boolean {
  return band === '5G' && channel !== 'auto' && channel >= 52 && channel <= 144;
}

/** Whether a radio listens for radar before its networks are on air. */
export function checksForRadar({ radios = [] }: ConfigurationDocument): boolean {
  return radios.some(({ band, channel, enable }) => enable !== false && isRadarChannel(band, channel));
}

/** A device with two radios in a band may use the channel on one of them. A radar may move it to another channel. */
function missingChannels({ radios = [] }: ConfigurationDocument, observed: Observed): Missing[] {
  return radios.flatMap(({ band, channel, enable }): Missing[] => {
    if (channel === 'auto' || enable === false || isRadarChannel(band, channel)) return [];
    const seen = observed.radios.filter((radio) => radio.band === band);
    if (seen.length === 0 || seen.some((radio) => radio.channel === channel)) return [];
    return [{ what: 'channel', name: String(channel), band }];
  });
}
