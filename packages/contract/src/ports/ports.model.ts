import { z } from 'zod';
import { deviceRef, deviceStatus } from '../devices/devices.model.ts';
import { portNow } from '../devices/report.model.ts';
import { timestamp } from '../fields.ts';

const figure = z.number().nullable();

/**
 * Why a loop is suspected: the device reported one at the port within the last hour, or its forwarding table contains an
 * address at several ports of the same VLAN.
 */
export const LOOP_SIGNS = ['reported', 'severalPorts'] as const;
export const loopSign = z.enum(LOOP_SIGNS);

/** What is known about a port beside its state. */
export const portActivity = z.object({
  name: z.string(),
  /** Between the two newest reports; null when unknown. */
  rxKbps: figure,
  txKbps: figure,
  /** Receive and send errors of about the last hour; null when unknown. */
  recentErrors: z.number().int().nullable(),
  /** Within the last hour. */
  linkChanges: z.number().int(),
  isFlapping: z.boolean(),
  loop: loopSign.nullable(),
  /** Addresses and VLANs in the forwarding table. */
  macs: z.number().int(),
  vlans: z.array(z.number().int()),
});
export type PortActivity = z.infer<typeof portActivity>;

/** `at`: time of the newest report; null before the first one. */
export const portActivities = z.object({ at: timestamp.nullable(), ports: z.array(portActivity) });

export const macTableRow = z.object({
  mac: z.string(),
  port: z.string(),
  /** Null when the device does not report it. */
  vlan: z.number().int().nullable(),
  isUplink: z.boolean(),
  /** A device of the account with this address. */
  device: deviceRef.nullable(),
  /** A visible client with this address. */
  client: z.object({ name: z.string(), ip: z.string() }).nullable(),
});
export type MacTableRow = z.infer<typeof macTableRow>;

/** One value per step; null where nothing was reported. */
const values = z.array(figure);

export const portTraffic = z.object({
  from: timestamp,
  to: timestamp,
  stepSeconds: z.number().int(),
  /** Start of the first step. */
  firstAt: timestamp,
  rxKbps: values,
  txKbps: values,
  /** Per step. */
  rxErrors: values,
  txErrors: values,
});
export type PortTraffic = z.infer<typeof portTraffic>;

/** How an access point was found: by LLDP, a manual link of the topology, or its address in the forwarding table. */
export const ACCESS_POINT_SOURCES = ['lldp', 'manual', 'macTable'] as const;

export const portAccessPoint = z.object({
  device: deviceRef.extend({ status: deviceStatus, model: z.string() }),
  mac: z.string(),
  /** Empty for a manual link without a port. */
  port: z.string(),
  source: z.enum(ACCESS_POINT_SOURCES),
  linked: z.boolean().nullable(),
  speedMbps: figure,
  power: portNow.shape.power,
});
export type PortAccessPoint = z.infer<typeof portAccessPoint>;

export const portAccessPoints = z.object({
  at: timestamp.nullable(),
  accessPoints: z.array(portAccessPoint),
});
