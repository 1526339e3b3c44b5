import { z } from 'zod';
import { EXTENSION, reportExtension, stateExtension } from '../extension.ts';
import { figure, figureOrText, optionalText } from './fields.ts';

/** The used parts of a state; others are ignored. */

const counters = z.looseObject({
  rx_bytes: figure,
  tx_bytes: figure,
  rx_packets: figure,
  tx_packets: figure,
  /** Access points use the plural, switches the singular. */
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
  phy: optionalText,
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
  bssid: optionalText,
  connected: figure,
  rssi: figure,
  rx_bytes: figure,
  tx_bytes: figure,
  tx_packets: figure,
  tx_retries: figure,
  tx_failed: figure,
  rx_rate: rate,
  tx_rate: rate,
  ipaddr_v4: z
    .union([z.string(), z.looseObject({ address: optionalText, hostname: optionalText })])
    .optional(),
});
export type Association = z.infer<typeof association>;

const ssid = z.looseObject({
  ssid: optionalText,
  bssid: optionalText,
  band: optionalText,
  phy: optionalText,
  mode: optionalText,
  radio: z.looseObject({ $ref: optionalText }).optional(),
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
  name: optionalText,
  ipv4: z
    .looseObject({
      addresses: z.array(z.string()).optional(),
      leases: z
        .array(z.looseObject({ mac: optionalText, address: optionalText, hostname: optionalText }))
        .optional(),
    })
    .optional(),
  ipv6_addresses: z.array(z.looseObject({ address: optionalText })).optional(),
  counters: counters.optional(),
  clients: z.array(neighbour).optional(),
  ssids: z.array(ssid).optional(),
});
export type InterfaceState = z.infer<typeof iface>;

const port = z.looseObject({
  carrier: z.union([z.boolean(), z.number(), z.null()]).optional(),
  speed: figure,
  duplex: optionalText,
  counters: counters.optional(),
  poe: z.looseObject({ status: optionalText, 'output-power': figure }).optional(),
  'transceiver-info': z.looseObject({ 'form-factor': optionalText }).optional(),
});
export type PortState = z.infer<typeof port>;

const peer = z.looseObject({
  mac: optionalText,
  name: optionalText,
  description: optionalText,
  port: optionalText,
  port_id: optionalText,
  port_descr: optionalText,
  management_ips: z.array(z.string()).optional().catch(undefined),
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
  uplink_interface: optionalText,
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
