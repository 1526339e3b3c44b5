import { bssidOf } from '../simulation/addresses.ts';
import { type Association, associationBytes, type Client } from '../simulation/client.ts';
import { isTipAp, passesOnGbk } from '../simulation/models.ts';
import { type Network, type Node, networksAt, type Radio } from '../simulation/node.ts';
import {
  CHANNEL_PLANS,
  channelsOf,
  frequencyOf,
  rateAt,
  retryPercent,
  signalOf,
} from '../simulation/radio-propagation.ts';
import { glide, hash } from '../simulation/random.ts';
import { utilisationOf } from '../simulation/system-metrics.ts';
import { networkCounter } from '../simulation/traffic.ts';
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
    // Its drivers omit the utilisation; only the survey contains it.
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

/** Host names as sent in DHCP requests, in any encoding. */
function hostnameOf(node: Node, client: Client): string {
  const isForeign = passesOnGbk(node.model) && hash('gbk', client.mac) % GBK_EVERY === 0;
  return isForeign ? GBK_HOSTNAME : client.hostname;
}

function associationOf(
  node: Node,
  client: Client,
  association: Association,
  radio: Radio,
  bssid: string,
  t: number,
): object {
  const signal = signalOf(client, association, t);
  const noise = CHANNEL_PLANS[radio.band].noise;
  const down = rateAt(signal, noise, radio.width);
  const up = rateAt(signal - 3, noise, radio.width);
  const bytes = associationBytes(association, t);
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
    connected: Math.floor((t - association.since) / 1000),
    inactive: association.segment.down > 1000 ? 0 : 3,
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
      assigned: String(Math.floor(association.since / 1000)),
      mac: client.mac,
      address: client.ip,
      hostname: hostnameOf(node, client),
    },
  };
}

export function bssidOfAssociation(node: Node, radio: Radio, network: string): string {
  const at = networksAt(node, radio).findIndex(({ name }) => name === network);
  return bssidOf(node.serial, radio.index, Math.max(0, at));
}

/** A disabled radio is in no report. */
export function activeRadios(node: Node): readonly Radio[] {
  return node.radios.filter(({ isOn }) => isOn);
}

/** One entry per radio and network of an interface; `firstRadio` is the index after the radios of other devices. */
export function ssidStates(node: Node, interfaceIndex: number, t: number, firstRadio = 0): object[] {
  return activeRadios(node).flatMap((radio, position) =>
    networksAt(node, radio).flatMap((network, at) =>
      network.interfaceIndex === interfaceIndex
        ? [ssidState(node, radio, network, { at, radioIndex: firstRadio + position, t })]
        : [],
    ),
  );
}

function ssidState(
  node: Node,
  radio: Radio,
  { name, interfaceIndex, ssidIndex }: Network,
  { at, radioIndex, t }: { readonly at: number; readonly radioIndex: number; readonly t: number },
): object {
  const bssid = bssidOf(node.serial, radio.index, at);
  return {
    radio: { $ref: `#/radios/${radioIndex}` },
    phy: phyOf(radio),
    band: radio.band,
    location: `/interfaces/${interfaceIndex}/ssids/${ssidIndex}`,
    ssid: name,
    mode: 'ap',
    bssid,
    frequency: frequencies(radio),
    iface: `wlan${radio.index}${at === 0 ? '' : `-${at}`}`,
    counters: countersOf(networkCounter(node, radio, name, t), 'ap', 'down'),
    associations: [...radio.clients].flatMap((client) =>
      client.association?.network === name
        ? [associationOf(node, client, client.association, radio, bssid, t)]
        : [],
    ),
  };
}

/** The radio of a member in the format of controllers. */
export function memberRadio(node: Node, radio: Radio, t: number): object {
  const networks = networksAt(node, radio);
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
