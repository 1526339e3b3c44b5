import { z } from 'zod';

/** Schema of the documents built here, stricter than those of devices, which accept unknown keys. */
const band = z.enum(['2G', '5G', '6G']);
const vlan = z.strictObject({ id: z.int().min(1).max(4094), proto: z.literal('802.1q') });
const key = z.string().min(8).max(63);
/** Devices refuse lower ports. */
const port = z.int().min(1_024).max(65_535);

const radius = z.strictObject({ host: z.string().min(1), port, secret: z.string().min(1) });

const ssid = z.strictObject({
  name: z
    .string()
    .min(1)
    .refine((name) => Buffer.byteLength(name) <= 32),
  'wifi-bands': z.array(band).min(1),
  'bss-mode': z.literal('ap'),
  'hidden-ssid': z.boolean(),
  'isolate-clients': z.boolean(),
  services: z.array(z.string()).optional(),
  encryption: z.strictObject({
    proto: z.enum(['none', 'owe', 'psk2', 'sae', 'sae-mixed', 'wpa3', 'wpa3-mixed']),
    key: key.optional(),
    ieee80211w: z.enum(['optional', 'required']).optional(),
  }),
  'multi-psk': z
    .array(
      z.strictObject({ key, mac: z.string().optional(), 'vlan-id': z.int().min(1).max(4094).optional() }),
    )
    .optional(),
  radius: z.strictObject({ authentication: radius, accounting: radius.optional() }).optional(),
  roaming: z
    .strictObject({
      'message-exchange': z.literal('ds'),
      'generate-psk': z.boolean(),
      'domain-identifier': z.string().regex(/^[0-9a-f]{4}$/),
    })
    .optional(),
  'rate-limit': z.strictObject({ 'ingress-rate': z.int().min(0), 'egress-rate': z.int().min(0) }).optional(),
});

const interfaceList = z.strictObject({ 'interface-list': z.array(z.string()).min(1) });

export const documentSchema = z.strictObject({
  uuid: z.int().min(2).max(2_147_483_647),
  unit: z.strictObject({
    name: z.string(),
    hostname: z.string().min(1).max(64),
    location: z.string(),
    timezone: z.string().min(1),
    'leds-active': z.boolean(),
  }),
  radios: z
    .array(
      z.strictObject({
        band,
        channel: z.union([z.literal('auto'), z.int().min(1).max(233)]),
        'channel-width': z.int().min(20).max(320),
        'channel-mode': z.enum(['HT', 'VHT', 'HE', 'EHT']).optional(),
        country: z.string().length(2).optional(),
        'valid-channels': z.array(z.int()).min(1).optional(),
        enable: z.boolean().optional(),
        'tx-power': z.int().min(0).max(30).optional(),
        'maximum-clients': z.int().min(1).optional(),
        rates: z.strictObject({ beacon: z.int(), multicast: z.int() }).optional(),
      }),
    )
    .optional(),
  ethernet: z
    .array(
      z.strictObject({
        'select-ports': z.array(z.string()).min(1),
        speed: z.int(),
        duplex: z.enum(['full', 'half']),
        autoneg: z.boolean().optional(),
        enabled: z.boolean(),
        name: z.string().min(1).optional(),
        poe: z
          .strictObject({
            'admin-mode': z.boolean(),
            'power-limit': z.int().min(1_000).max(99_900).optional(),
            priority: z.enum(['low', 'medium', 'high', 'critical']).optional(),
          })
          .optional(),
        'storm-control': z.strictObject({ 'broadcast-pps': z.int().min(0) }).optional(),
        'dhcp-snoop-port': z.strictObject({ 'dhcp-snoop-port-trust': z.boolean() }).optional(),
      }),
    )
    .optional(),
  switch: z
    .strictObject({
      'port-isolation': z
        .strictObject({
          sessions: z
            .array(z.strictObject({ id: z.int().min(1), uplink: interfaceList, downlink: interfaceList }))
            .min(1),
        })
        .optional(),
      'dhcp-snooping': z.strictObject({ 'dhcp-snoop-enable': z.boolean() }).optional(),
    })
    .optional(),
  interfaces: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        role: z.enum(['upstream', 'downstream']),
        services: z.array(z.string()),
        vlan: vlan.optional(),
        ethernet: z.array(
          z.strictObject({
            'select-ports': z.array(z.string()).min(1),
            'vlan-tag': z.enum(['tagged', 'un-tagged']).optional(),
          }),
        ),
        ipv4: z.strictObject({
          addressing: z.enum(['dynamic', 'static', 'none']),
          subnet: z
            .array(z.strictObject({ prefix: z.cidrv4() }))
            .min(1)
            .optional(),
          gateway: z
            .array(z.strictObject({ prefix: z.cidrv4(), nexthop: z.ipv4(), metric: z.int().min(1).max(255) }))
            .min(1)
            .optional(),
          'dhcp-snoop-vlan-enable': z.boolean().optional(),
        }),
        ssids: z.array(ssid).min(1).optional(),
      }),
    )
    .min(1),
  services: z.strictObject({
    lldp: z.strictObject({ describe: z.string(), location: z.string() }),
    ssh: z.strictObject({ enable: z.boolean().optional(), 'password-authentication': z.boolean() }),
    ntp: z.strictObject({ servers: z.array(z.string()).min(1) }).optional(),
  }),
  metrics: z.strictObject({
    statistics: z.strictObject({ interval: z.int().min(60), types: z.array(z.string()) }),
    health: z.strictObject({ interval: z.int().min(60) }),
    realtime: z.strictObject({ types: z.array(z.string()) }),
  }),
});
