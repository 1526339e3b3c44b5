import { z } from 'zod';
import { EXTENSION, reportExtension, stateExtension } from '../extension.ts';
import { figure, figureOrText, word } from './fields.ts';

/** The parts of a state that are read; whatever else a device tells passes by. */

const counters = z.looseObject({
  rx_bytes: figure,
  tx_bytes: figure,
  rx_packets: figure,
  tx_packets: figure,
  /** An access point counts errors in the plural, a switch in the singular. */
  rx_errors: figure,
  tx_errors: figure,
  rx_error: figure,
  tx_error: figure,
  tx_retries: figure,
  tx_failed: figure,
});

const radio = z.looseObject({
  channel: figure,
  channel_width: figureOrText,
  tx_power: figure,
  phy: word,
  band: z.array(z.string()).optional(),
  frequency: z.array(z.number()).optional(),
  temperature: figure,
  chanUtil: figure,
  noise: figure,
  survey: z.array(z.looseObject({ frequency: figure, noise: figure, time: figure, busy: figure })).optional(),
});
export type RadioState = z.infer<typeof radio>;

const rate = z.looseObject({ bitrate: figure }).optional();

const association = z.looseObject({
  station: z.string(),
  bssid: word,
  connected: figure,
  rssi: figure,
  rx_bytes: figure,
  tx_bytes: figure,
  tx_packets: figure,
  tx_retries: figure,
  tx_failed: figure,
  rx_rate: rate,
  tx_rate: rate,
  ipaddr_v4: z.union([z.string(), z.looseObject({ address: word, hostname: word })]).optional(),
});
export type Association = z.infer<typeof association>;

const ssid = z.looseObject({
  ssid: word,
  bssid: word,
  band: word,
  phy: word,
  mode: word,
  radio: z.looseObject({ $ref: word }).optional(),
  frequency: z.array(z.number()).optional(),
  counters: counters.optional(),
  associations: z.array(association).optional(),
});
export type SsidState = z.infer<typeof ssid>;

const neighbour = z.looseObject({
  mac: z.string(),
  ipv4_addresses: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
});

const iface = z.looseObject({
  name: word,
  ipv4: z
    .looseObject({
      addresses: z.array(z.string()).optional(),
      leases: z.array(z.looseObject({ mac: word, address: word, hostname: word })).optional(),
    })
    .optional(),
  ipv6_addresses: z.array(z.looseObject({ address: word })).optional(),
  counters: counters.optional(),
  clients: z.array(neighbour).optional(),
  ssids: z.array(ssid).optional(),
});
export type InterfaceState = z.infer<typeof iface>;

const port = z.looseObject({
  carrier: z.union([z.boolean(), z.number(), z.null()]).optional(),
  speed: figure,
  duplex: word,
  counters: counters.optional(),
  poe: z.looseObject({ status: word, 'output-power': figure }).optional(),
  'transceiver-info': z.looseObject({ 'form-factor': word }).optional(),
});
export type PortState = z.infer<typeof port>;

const peer = z.looseObject({
  mac: word,
  name: word,
  description: word,
  port: word,
  port_id: word,
  port_descr: word,
});
export type PeerState = z.infer<typeof peer>;

function byDirection<Schema extends z.ZodType>(of: Schema) {
  const ports = z.record(z.string(), of).optional();
  return z.looseObject({ upstream: ports, downstream: ports }).optional();
}

/** `overflow` beside the ports, each with its VLANs and their addresses. */
const forwardingTable = z.record(z.string(), z.unknown()).optional();

export const state = z.looseObject({
  unit: z
    .looseObject({
      uptime: figure,
      cpu_load: z.array(z.number()).optional(),
      memory: z.looseObject({ total: figure, free: figure, cached: figure, buffered: figure }).optional(),
      temperature: z.union([z.number(), z.array(z.number()), z.null()]).optional(),
      poe: z.looseObject({ 'max-power-budget': figure, 'power-consumed': figure }).optional(),
    })
    .optional(),
  radios: z.array(radio).optional(),
  interfaces: z.array(iface).optional(),
  'link-state': byDirection(port),
  'lldp-peers': byDirection(z.array(peer)),
  poe: z.looseObject({ consumption: figure }).optional(),
  uplink_interface: word,
  'mac-forwarding-table': forwardingTable,
  'mac-address-list': forwardingTable,
  'default-gateway': z.unknown().optional(),
  [EXTENSION]: stateExtension.optional(),
});
export type DeviceState = z.infer<typeof state>;

export const stateParams = z.looseObject({
  serial: z.string(),
  uuid: z.number(),
  request_uuid: z.string().optional(),
  state,
  [EXTENSION]: reportExtension.optional(),
});
export type StateParams = z.infer<typeof stateParams>;
