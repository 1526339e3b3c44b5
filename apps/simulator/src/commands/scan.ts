import type { Band } from '@airloom/device-protocol/model';
import { rawBytes } from '../frames/raw-bytes.ts';
import { bssidOf } from '../simulation/addresses.ts';
import { passesOnGbk } from '../simulation/models.ts';
import { type Node, networksAt } from '../simulation/node.ts';
import { CHANNEL_PLANS, frequencyOf, signalAt } from '../simulation/radio-propagation.ts';
import { glide, hash, pick } from '../simulation/random.ts';
import type { Site } from '../simulation/site.ts';

const STRANGERS = ['NextDoor', 'Cafe', 'HomeNet', 'Printer-Direct', 'Parcel-Shop', 'FlatWiFi'];
/** 图书馆 in GBK: an SSID is up to 32 bytes of anything. */
const GBK_SSID = rawBytes('cdbccae9b9dd');
const MINUTES_10 = 600_000;
const FAINTEST = -90;
const WALL = 12;

/** Neighbouring access points: those of the site and foreign ones. */
export function scanAround(site: Site, node: Node, bands: readonly Band[] | undefined, t: number): object[] {
  const heard = node.radios.filter(({ band }) => bands === undefined || bands.includes(band));
  return heard.flatMap(({ band }) => [...colleagues(site, node, band), ...strangers(node, band, t)]);
}

function colleagues(site: Site, node: Node, band: Band): object[] {
  return site.nodes.flatMap((other) => {
    const radio = other.radios.find((one) => one.band === band);
    if (other === node || !other.isUp || !radio) return [];
    const metres =
      Math.hypot(other.x - node.x, other.y - node.y) + (other.building === node.building ? 2 : 60);
    const signal = signalAt(band, radio.txPower, metres, WALL);
    if (signal <= FAINTEST) return [];
    return networksAt(other, radio).map((network, at) =>
      entry(bssidOf(other.serial, radio.index, at), network.name, band, radio.channel, signal),
    );
  });
}

function strangers(node: Node, band: Band, t: number): object[] {
  const count = 2 + (hash('strangers', node.key, band) % 5);
  return Array.from({ length: count }, (_, at) => {
    const key = hash('stranger', node.key, band, at);
    const isForeign = passesOnGbk(node.model) && at === 0;
    const name = isForeign ? GBK_SSID : `${pick(STRANGERS, (key % 97) / 97)}-${(key >>> 8) % 90}`;
    const bssid = ['0a', ...(key.toString(16).padStart(8, '0').match(/../g) ?? []), '0' + at].join(':');
    const { channels } = CHANNEL_PLANS[band];
    const signal = Math.round(-88 + glide(key, t, MINUTES_10) * 26);
    return entry(bssid, name, band, pick(channels, (key % 89) / 89), signal);
  });
}

function entry(bssid: string, ssid: string, band: Band, channel: number, signal: number): object {
  return { bssid, ssid, channel, frequency: frequencyOf(band, channel), signal, last_seen: 0 };
}
