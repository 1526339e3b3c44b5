import { type Client, type Stay, stayBytes } from '../world/client.ts';
import { isTipAp, passesOnGbk } from '../world/models.ts';
import type { Node, Radio } from '../world/node.ts';
import { bssidOf } from '../world/numbering.ts';
import {
  CHANNEL_PLANS,
  channelsOf,
  frequencyOf,
  rateAt,
  retryPercent,
  signalOf,
} from '../world/radio-waves.ts';
import { glide, hash } from '../world/random.ts';
import { networkCounter } from '../world/traffic.ts';
import { utilisationOf } from '../world/vitals.ts';
import { countersOf } from './counters.ts';
import { rawBytes } from './raw-bytes.ts';

const SURVEY_MS = 60_000;

function frequencies(radio: Radio): number[] {
  return channelsOf(radio.channel, radio.width).map((channel) => frequencyOf(radio.band, channel));
}

function phyOf(radio: Radio): string {
  return radio.index === 0 ? 'platform/soc/c000000.wifi' : `platform/soc/c000000.wifi+${radio.index}`;
}

export function radioState(node: Node, radio: Radio, t: number): object {
  const used = utilisationOf(node, radio, t);
  const busy = Math.round((SURVEY_MS * used) / 100);
  return {
    channel: radio.channel,
    channels: channelsOf(radio.channel, radio.width),
    frequency: frequencies(radio),
    channel_width: radio.width,
    tx_power: radio.txPower,
    phy: phyOf(radio),
    band: [radio.band],
    temperature: Math.round(44 + glide(node.key + 20 + radio.index, t, SURVEY_MS * 60) * 10),
    // Its drivers leave the share out: only the survey tells it.
    chanUtil: isTipAp(node.model) ? 0 : used,
    survey: [
      {
        frequency: frequencyOf(radio.band, radio.channel),
        noise: CHANNEL_PLANS[radio.band].noise,
        time: SURVEY_MS,
        busy,
        time_rx: Math.round(busy * 0.6),
        time_tx: Math.round(busy * 0.3),
      },
    ],
  };
}

/** 小明的手机 in GBK. */
const GBK_HOSTNAME = rawBytes('d0a1c3f7b5c4cad6bbfa');
const GBK_EVERY = 3;

/** Host names are what clients sent to the DHCP server, in whatever encoding they use. */
function hostnameOf(node: Node, client: Client): string {
  const isForeign = passesOnGbk(node.model) && hash('gbk', client.mac) % GBK_EVERY === 0;
  return isForeign ? GBK_HOSTNAME : client.hostname;
}

function associationOf(
  node: Node,
  client: Client,
  stay: Stay,
  radio: Radio,
  bssid: string,
  t: number,
): object {
  const signal = signalOf(client, stay, t);
  const noise = CHANNEL_PLANS[radio.band].noise;
  const down = rateAt(signal, noise, radio.width);
  const up = rateAt(signal - 3, noise, radio.width);
  const bytes = stayBytes(stay, t);
  const txPackets = Math.ceil(bytes.down / 900);
  const rate = (one: typeof down) => ({
    bitrate: one.kbps,
    mcs: one.mcs,
    nss: 2,
    ...(isTipAp(node.model) ? { vht: true, sgi: true } : { he: true, he_gi: 0, he_dcm: 0 }),
    chwidth: radio.width,
  });
  return {
    bssid,
    station: client.mac,
    connected: Math.floor((t - stay.since) / 1000),
    inactive: stay.segment.down > 1000 ? 0 : 3,
    rssi: signal,
    ack_signal: signal + 1,
    rx_bytes: bytes.up,
    tx_bytes: bytes.down,
    rx_packets: Math.ceil(bytes.up / 420),
    tx_packets: txPackets,
    tx_retries: Math.floor((txPackets * retryPercent(signal)) / 100),
    tx_failed: Math.floor((txPackets * retryPercent(signal)) / 4000),
    rx_rate: rate(up),
    tx_rate: rate(down),
    ipaddr_v4: {
      assigned: String(Math.floor(stay.since / 1000)),
      mac: client.mac,
      address: client.ip,
      hostname: hostnameOf(node, client),
    },
  };
}

function networksOf(node: Node, radio: Radio): Node['networks'] {
  return node.networks.filter(({ bands }) => bands.includes(radio.band));
}

export function bssidOfStay(node: Node, radio: Radio, network: string): string {
  const at = networksOf(node, radio).findIndex(({ name }) => name === network);
  return bssidOf(node.serial, radio.index, Math.max(0, at));
}

/** One entry per radio and network; `firstRadio` counts on where another device's radios were listed before. */
export function ssidStates(node: Node, t: number, firstRadio = 0): object[] {
  return node.radios.flatMap((radio) => {
    return networksOf(node, radio).map((network, at) => {
      const bssid = bssidOf(node.serial, radio.index, at);
      return {
        radio: { $ref: `#/radios/${firstRadio + radio.index}` },
        phy: phyOf(radio),
        band: radio.band,
        location: `/interfaces/0/ssids/${at}`,
        ssid: network.name,
        mode: 'ap',
        bssid,
        frequency: frequencies(radio),
        iface: `wlan${radio.index}${at === 0 ? '' : `-${at}`}`,
        counters: countersOf(networkCounter(node, radio, network.name, t), 'ap', 'down'),
        associations: [...radio.clients].flatMap((client) =>
          client.stay?.network === network.name
            ? [associationOf(node, client, client.stay, radio, bssid, t)]
            : [],
        ),
      };
    });
  });
}

/** As a controller tells of the radio of a thin access point. */
export function memberRadio(node: Node, radio: Radio, t: number): object {
  const networks = networksOf(node, radio);
  const bytes = networks.map(({ name }) => networkCounter(node, radio, name, t));
  return {
    band: radio.band,
    channel: radio.channel,
    widthMhz: radio.width,
    txPower: radio.txPower,
    utilisationPercent: utilisationOf(node, radio, t),
    noise: CHANNEL_PLANS[radio.band].noise,
    clients: radio.clients.size,
    rxBytes: bytes.reduce((sum, { up }) => sum + up, 0),
    txBytes: bytes.reduce((sum, { down }) => sum + down, 0),
    bssids: networks.map((_, at) => bssidOf(node.serial, radio.index, at)),
  };
}
