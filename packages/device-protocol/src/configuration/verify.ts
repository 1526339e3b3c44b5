import type { MissingPart } from '@airloom/contract/configuration/configuration.states';
import type { Band } from '@airloom/contract/configuration/effective';
import { bandRule, isRadarChannel } from '@airloom/contract/wireless/regulatory';
import type { ConfigurationDocument, RadioSettings } from './document.ts';
import { missingPorts, type ObservedPorts, type Route } from './verify-ports.ts';

/** What a device reports about its radios and networks: a `Report` has these fields. */
export interface Observed extends ObservedPorts {
  readonly configVersion: number;
  readonly radios: readonly { readonly band: Band; readonly channel: number }[];
  /** Networks on air; null when the device does not report them. */
  readonly networks: readonly { readonly ssid: string; readonly band: Band }[] | null;
}

export interface Missing {
  readonly what: MissingPart;
  readonly name: string;
  readonly band: Band | null;
}

/** A network of a document on one band. */
export interface BandNetwork {
  readonly name: string;
  readonly band: Band;
}

/** Of the document that a device had: what the next one does not contain must disappear from its reports. */
export interface PartsBefore {
  readonly networks?: readonly BandNetwork[];
  readonly routes?: readonly Route[];
}

/**
 * What of a document is not seen in a report of its device, and which networks and routes of the document before it still
 * are. Empty: verified.
 */
export function missingIn(
  document: ConfigurationDocument,
  observed: Observed,
  { networks = [], routes = [] }: PartsBefore = {},
): Missing[] {
  if (observed.configVersion !== document.uuid)
    return [{ what: 'version', name: String(document.uuid), band: null }];
  return [
    ...missingNetworks(document, observed),
    ...remainingNetworks(document, observed, networks),
    ...missingChannels(document, observed),
    ...missingPorts(document, observed, routes),
  ];
}

/** Networks of a document, each once for every band. */
export function networksIn(document: ConfigurationDocument): BandNetwork[] {
  return document.interfaces
    .flatMap(({ ssids = [] }) => ssids)
    .flatMap((ssid) => ssid['wifi-bands'].map((band) => ({ name: ssid.name, band })));
}

function remainingNetworks(
  document: ConfigurationDocument,
  { networks }: Observed,
  before: readonly BandNetwork[],
): Missing[] {
  const wanted = networksIn(document);
  const isSame = (one: BandNetwork) => (other: BandNetwork) =>
    one.name === other.name && one.band === other.band;
  return before
    .filter((one) => !wanted.some(isSame(one)))
    .filter(({ name, band }) => (networks ?? []).some((seen) => seen.ssid === name && seen.band === band))
    .map(({ name, band }) => ({ what: 'removedNetwork', name, band }));
}

function missingNetworks(document: ConfigurationDocument, { networks }: Observed): Missing[] {
  if (networks === null) return [];
  const off = new Set(
    (document.radios ?? []).filter(({ enable }) => enable === false).map(({ band }) => band),
  );
  return networksIn(document)
    .filter(({ band }) => !off.has(band))
    .filter(({ name, band }) => !networks.some((seen) => seen.ssid === name && seen.band === band))
    .map(({ name, band }) => ({ what: 'network', name, band }));
}

const A_RADAR_CHANNEL = 52;

/** Whether a radio may listen for radar before its networks are on air: on its channel, or on one that it may choose. */
export function checksForRadar({ radios = [] }: ConfigurationDocument): boolean {
  return radios.some((radio) => {
    if (radio.enable === false) return false;
    return usableChannels(radio).some((channel) => isRadarChannel(radio.band, channel));
  });
}

/** Without a country a radio may choose any channel. */
function usableChannels({
  band,
  channel,
  country,
  'valid-channels': valid,
}: RadioSettings): readonly number[] {
  if (channel !== 'auto') return [channel];
  if (valid !== undefined) return valid;
  return country === undefined ? [A_RADAR_CHANNEL] : (bandRule(country, band)?.channels ?? []);
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
