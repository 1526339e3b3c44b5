import { deflateSync } from 'node:zlib';
import { EXTENSION, MEMBER_DOWN_EVENT, MEMBER_UP_EVENT } from '@airloom/device-protocol/extension';
import { olsSerial } from '../profiles/ols-serial.ts';
import { associationBytes } from '../simulation/client.ts';
import { hasModernShell, isOlsSwitch, isTipAp } from '../simulation/models.ts';
import { type Node, uplinkPort } from '../simulation/node.ts';
import { htmodesOf } from '../simulation/radio-modes.ts';
import { ALLOWED_CHANNELS, signalOf } from '../simulation/radio-propagation.ts';
import type { Incident } from '../simulation/site.ts';
import { bssidOfAssociation } from './ap-radios.ts';
import { apState, type Moment } from './ap-state.ts';
import { olsState } from './ols-state.ts';
import { onTheWire } from './raw-bytes.ts';
import { switchState } from './switch-state.ts';

/** Access points compress states from this size on. */
const COMPRESS_FROM_BYTES = 2048;

/** A small window: the default of zlib uses a quarter megabyte per compression. */
const PACKING = { level: 1, memLevel: 5, windowBits: 13 };

export function notice(method: string, params: object): string {
  return envelope(method, JSON.stringify(params));
}

function envelope(method: string, params: string): string {
  return `{"jsonrpc":"2.0","method":"${method}","params":${params}}`;
}

export interface Identity {
  readonly node: Node;
  readonly uuid: number;
  readonly reason: string;
  readonly country: string;
  readonly keeps: boolean;
  /** Certificate of the device (PEM). */
  readonly certificate: string;
}

const SWITCH_VERSION = {
  switch: { major: 4, minor: 1, patch: 0 },
  schema: { major: 5, minor: 0, patch: 0 },
};

/** The switch client sends neither a connect reason nor its ports. */
function olsConnectFrame({ node, uuid, certificate }: Identity): string {
  const serial = olsSerial(certificate);
  const { firmware, model, mac } = node;
  const { compatible, name } = model;
  const about = { compatible, model: name, platform: 'switch', label_macaddr: mac };
  const capabilities = { version: SWITCH_VERSION, serial, firmware, ...about };
  return notice('connect', { serial, firmware, uuid, capabilities });
}

export function connectFrame(identity: Identity): string {
  const { node, uuid, reason, country, keeps } = identity;
  if (isOlsSwitch(node.model)) return olsConnectFrame(identity);
  const shared = { compatible: node.model.compatible, model: node.model.name, label_macaddr: node.mac };
  const remote = hasModernShell(node) ? { web: true, tunnels: true } : {};
  const own = { [EXTENSION]: { kind: node.kind, sn: node.sn, ...(keeps ? { keeps } : {}), ...remote } };
  const extension = isTipAp(node.model) ? {} : own;
  const { serial, firmware } = node;
  if (node.kind === 'switch') {
    const ports = { 'port-list': node.ports.map((name) => ({ name })) };
    const platform = 'switch';
    const capabilities = {
      version: SWITCH_VERSION,
      serial,
      firmware,
      ...shared,
      platform,
      'secure-rtty': true,
      ...ports,
      ...extension,
    };
    return notice('connect', { serial, firmware, uuid, reason, capabilities });
  }
  const capabilities = {
    ...shared,
    platform: 'ap',
    network: { wan: [uplinkPort(node)], lan: node.ports.slice(1) },
    wifi: wifiOf(node),
    compress_cmd: true,
    'secure-rtty': true,
    country,
    version: { ap: { major: 4, minor: 2, patch: 0 }, schema: { major: 5, minor: 1, patch: 0 } },
    ...extension,
  };
  return notice('connect', { serial, firmware, uuid, reason, capabilities });
}

function wifiOf(node: Node): object {
  const radios = node.radios.map(({ band, index }) => [
    index === 0 ? 'platform/soc/c000000.wifi' : `platform/soc/c000000.wifi+${index}`,
    {
      band: [band],
      channels: ALLOWED_CHANNELS[band],
      htmode: htmodesOf(node.model, band),
      rx_ant: 3,
      tx_ant: 3,
    },
  ]);
  return Object.fromEntries(radios);
}

export interface StateMarks {
  readonly uuid: number;
  readonly requestId?: string;
  /** Sequence number of a report that is kept until it is acknowledged. */
  readonly kept?: { readonly seq: number; readonly at: number };
}

export function stateOf(moment: Moment): object {
  if (isOlsSwitch(moment.node.model)) return olsState(moment);
  return moment.node.kind === 'switch' ? switchState(moment) : apState(moment);
}

export function stateFrame(moment: Moment, marks: StateMarks): string {
  const { node } = moment;
  const params = {
    serial: node.serial,
    uuid: marks.uuid,
    state: stateOf(moment),
    ...(marks.requestId === undefined ? {} : { request_uuid: marks.requestId }),
    ...(marks.kept ? { [EXTENSION]: marks.kept } : {}),
  };
  const plain = JSON.stringify(params);
  if (node.kind === 'switch' || plain.length < COMPRESS_FROM_BYTES) return envelope('state', plain);
  const packed = deflateSync(onTheWire(plain), PACKING).toString('base64');
  return notice('state', { compress_64: packed, compress_sz: Buffer.byteLength(plain) });
}

export function healthFrame(
  node: Node,
  uuid: number,
  complaints: readonly string[],
  requestId: string | null,
): string {
  const data = node.kind === 'switch' ? { messages: complaints } : healthData(complaints);
  const sanity = Math.max(0, 100 - 20 * complaints.length);
  const request = requestId === null ? {} : { request_uuid: requestId };
  return notice('healthcheck', { serial: node.serial, uuid, sanity, data, ...request });
}

function healthData(complaints: readonly string[]): object {
  return complaints.length > 0
    ? { interfaces: { up0v0: { location: '/interfaces/0', warning: complaints } } }
    : {};
}

export function eventFrame(serial: string, seconds: number, type: string, payload: object): string {
  return notice('event', { serial, data: { event: [seconds, { type, payload }] } });
}

/** Several past events in one frame, sent after a disconnect. */
export function eventsFrame(
  serial: string,
  events: readonly [number, { type: string; payload: object }][],
): string {
  return notice('telemetry', { serial, adhoc: true, data: { event: events } });
}

export interface EventToTell {
  /** The sender: for a member, its controller. */
  readonly node: Node;
  readonly at: number;
  readonly type: string;
  readonly payload: object;
}

/** The event frame of an incident; null when the device sends none. */
export function eventOf(incident: Incident): EventToTell | null {
  const { at, node } = incident;
  const reporter = node.manager ?? node;
  if (!reporter.isUp) return null;
  switch (incident.type) {
    case 'join':
    case 'leave':
    case 'refused': {
      const reported = clientEvent(incident);
      return reported && { node: reporter, at, ...reported };
    }
    case 'portUp':
    case 'portDown': {
      const type = incident.type === 'portUp' ? 'wired.carrier-up' : 'wired.carrier-down';
      return { node, at, type, payload: { name: incident.port } };
    }
    case 'up':
      if (node.manager)
        return { node: reporter, at, type: MEMBER_UP_EVENT, payload: { serial: node.serial } };
      return { node, at, ...startEvent(node, incident.cause) };
    case 'down':
      return node.manager
        ? { node: reporter, at, type: MEMBER_DOWN_EVENT, payload: { serial: node.serial } }
        : null;
  }
}

const SWITCH_STARTS: ReadonlyMap<string, string> = new Map([
  ['coldboot', 'device.powerloss'],
  ['crash', 'device.crash'],
  ['unknown', 'device.reboot-cause-unavailable'],
]);

function startEvent(node: Node, cause: string): { type: string; payload: object } {
  if (node.kind !== 'switch') return { type: 'unit.boot-up', payload: { description: cause } };
  return { type: SWITCH_STARTS.get(cause) ?? 'device.reboot', payload: { description: cause } };
}

function clientEvent(
  incident: Extract<Incident, { type: 'join' | 'leave' | 'refused' }>,
): { type: string; payload: object } | null {
  const { client, association, node, at } = incident;
  const { radio } = association;
  if (!radio) return null;
  const shared = { client: client.mac, band: radio.band, channel: radio.channel, ssid: association.network };
  if (incident.type === 'refused') return { type: 'client.key-mismatch', payload: shared };
  if (incident.type === 'join') {
    const bssid = bssidOfAssociation(node, radio, association.network);
    return { type: 'client.join', payload: { ...shared, bssid, rssi: signalOf(client, association, at) } };
  }
  const bytes = associationBytes(association, at);
  return {
    type: 'client.leave',
    payload: {
      ...shared,
      rx_bytes: bytes.up,
      tx_bytes: bytes.down,
      rx_packets: Math.ceil(bytes.up / 420),
      tx_packets: Math.ceil(bytes.down / 900),
      connected_time: Math.floor((at - association.since) / 1000),
    },
  };
}
