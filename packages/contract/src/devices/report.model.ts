import { z } from 'zod';
import { timestamp, uuid } from '../fields.ts';
import { band, configurationState, device, deviceRef, deviceStatus, radioNow } from './devices.model.ts';
import { CONFIGURATION_REASONS, CONFIGURATION_VERSION_STATES } from './devices.states.ts';

const figure = z.number().nullable();
const traffic = z.object({ rxBytes: z.number(), txBytes: z.number() });

export const radioDetail = radioNow.extend({
  temperature: figure,
  traffic,
  txRetries: figure,
  txFailed: figure,
});

export const clientNow = z.object({
  mac: z.string(),
  ip: z.string().nullable(),
  hostname: z.string().nullable(),
  /** Null for a wired client. */
  wireless: z
    .object({
      ssid: z.string(),
      bssid: z.string(),
      band,
      channel: figure,
      signal: figure,
      rxRateKbps: figure,
      txRateKbps: figure,
      txPackets: figure,
      txRetries: figure,
      txFailed: figure,
    })
    .nullable(),
  port: z.string().nullable(),
  connectedSeconds: figure,
  traffic,
});

export const portNow = z.object({
  name: z.string(),
  uplink: z.boolean(),
  linked: z.boolean(),
  speedMbps: figure,
  fullDuplex: z.boolean().nullable(),
  optical: z.boolean().nullable(),
  traffic,
  rxPackets: figure,
  txPackets: figure,
  rxErrors: figure,
  txErrors: figure,
  power: z
    .object({ state: z.enum(['disabled', 'searching', 'delivering', 'overload', 'fault']), watts: figure })
    .nullable(),
});

const link = z.object({
  port: z.string(),
  peerMac: z.string(),
  peerName: z.string(),
  peerPort: z.string(),
  peerDescription: z.string(),
});

const portVlans = z.object({
  port: z.string(),
  untagged: z.number().int().nullable(),
  tagged: z.array(z.number().int()),
});

const route = z.object({
  prefix: z.string(),
  nextHop: z.string().nullable(),
  interface: z.string(),
  metric: z.number().int(),
  type: z.enum(['static', 'direct']),
});

/** Of a switch; null when not reported. */
const switching = {
  disabledPorts: z.array(z.string()).nullable().default(null),
  portVlans: z.array(portVlans).nullable().default(null),
  isolatedPorts: z.array(z.string()).nullable().default(null),
  routes: z.array(route).nullable().default(null),
};

const member = z.object({
  serial: z.string(),
  name: z.string(),
  model: z.string(),
  firmware: z.string(),
  ip: z.string().nullable(),
  online: z.boolean(),
  clients: z.number().int(),
});

const power = z.object({ budgetWatts: figure, usedWatts: z.number() });

const pair = z.object({
  mode: z.enum(['single', 'ha']),
  role: z.enum(['active', 'standby']).nullable(),
  peerSerial: z.string().nullable(),
  peerOnline: z.boolean().nullable(),
});

const mesh = z.object({ parentSerial: z.string().nullable(), hops: z.number().int(), signal: figure });

/** The newest report of a device as stored: missing parts are empty. */
export const keptReport = z.object({
  uplink: traffic.nullable().default(null),
  addresses: z.array(z.string()).default([]),
  radios: z.array(radioDetail).default([]),
  clients: z.array(clientNow).default([]),
  ports: z.array(portNow).default([]),
  ...switching,
  links: z.array(link).default([]),
  power: power.nullable().default(null),
  members: z.array(member).default([]),
  pair: pair.nullable().default(null),
  mesh: mesh.nullable().default(null),
});
export type KeptReport = z.infer<typeof keptReport>;

/** The same with references to peers, members and parents that are devices of the account. */
export const deviceReport = z.object({
  at: timestamp,
  /** The running configuration version; null when not reported. */
  configVersion: z.number().int().nullable(),
  uplink: traffic.nullable(),
  addresses: z.array(z.string()),
  radios: z.array(radioDetail),
  clients: z.array(clientNow),
  ports: z.array(portNow),
  ...switching,
  links: z.array(link.extend({ peer: deviceRef.nullable() })),
  power: power.nullable(),
  members: z.array(
    member.omit({ serial: true }).extend({
      mac: z.string(),
      /** With its current status, which may be newer than the report. */
      device: deviceRef.extend({ status: deviceStatus }).nullable(),
    }),
  ),
  pair: pair
    .omit({ peerSerial: true })
    .extend({ peerMac: z.string().nullable(), peer: deviceRef.nullable() })
    .nullable(),
  mesh: mesh
    .omit({ parentSerial: true })
    .extend({ parentMac: z.string().nullable(), parent: deviceRef.nullable() })
    .nullable(),
});
export type DeviceReport = z.infer<typeof deviceReport>;

/** Abilities in the last hello of a device. */
export const abilities = z.object({
  compressedCommands: z.boolean().default(false),
  acknowledgedReports: z.boolean().default(false),
  remoteShell: z.boolean().default(false),
  webProxy: z.boolean().default(false),
  tcpTunnels: z.boolean().default(false),
  country: z.string().nullable().default(null),
  radios: z
    .array(
      z.object({
        bands: z.array(band).default([]),
        channels: z.array(z.number().int()).default([]),
        modes: z
          .array(z.object({ mode: z.enum(['HT', 'VHT', 'HE', 'EHT']), maxWidthMhz: z.number().int() }))
          .default([]),
      }),
    )
    .default([]),
  ports: z.array(z.string()).default([]),
});

export const certificate = z.object({
  fingerprint: z.string(),
  issuedAt: timestamp,
  notAfter: timestamp,
  revokedAt: timestamp.nullable(),
  /** Issued here for a claim code; otherwise by an authority trusted by the account or the installation. */
  issuedHere: z.boolean(),
});

export const configurationVersion = z.object({
  version: z.number().int(),
  state: z.enum(CONFIGURATION_VERSION_STATES),
  reason: z.enum(CONFIGURATION_REASONS),
  /** Rejected parts, in the device's own words. */
  rejected: z.array(z.string()),
  /** Empty for versions created by the server. */
  createdBy: z.string(),
  createdAt: timestamp,
  decidedAt: timestamp.nullable(),
});
export type ConfigurationVersion = z.infer<typeof configurationVersion>;

export const enrolmentRequest = z.object({
  /** Of the issued certificate, which is not approved yet. */
  fingerprint: z.string(),
  requestedAt: timestamp,
  /** Where the request came from. */
  address: z.string(),
});

export const deviceDetail = device.extend({
  enterpriseUUID: uuid.nullable(),
  enterpriseName: z.string(),
  createdAt: timestamp,
  abilities: abilities.nullable(),
  /** Null until it has reported. */
  report: deviceReport.nullable(),
  certificates: z.array(certificate),
  /** Certificate requests pending approval, newest first. */
  enrolmentRequests: z.array(enrolmentRequest),
  /** The open dispute about its registration. */
  dispute: z.object({ since: timestamp, accounts: z.number().int(), namesSn: z.boolean() }).nullable(),
  configuration: z.object({
    state: configurationState,
    /** The wanted version; null without one. */
    version: z.number().int().nullable(),
    /** The reported version. */
    runningVersion: z.number().int().nullable(),
    /** Its site is observe only: it is sent no configuration. */
    observeOnly: z.boolean(),
  }),
});
export type DeviceDetail = z.infer<typeof deviceDetail>;
