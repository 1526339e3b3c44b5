import { z } from 'zod';
import { deviceKind, deviceStatus } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';

/**
 * How two devices hang together, and who says so. wired: a cable, told by the neighbour protocol · mesh: by radio ·
 * managed: one is run by the other · manual: a person drew it.
 */
export const LINK_KINDS = ['wired', 'mesh', 'managed', 'manual'] as const;
export const linkKind = z.enum(LINK_KINDS);
export type LinkKind = z.infer<typeof linkKind>;

export const topologyNode = z.object({
  deviceUUID: uuid,
  kind: deviceKind,
  name: z.string(),
  model: z.string(),
  mac: z.string(),
  status: deviceStatus,
  /** Whom it serves itself; null for those through whom clients only pass, and for whom others serve. */
  clients: z.number().int().nullable(),
  /** That go on; null: the asker may not see alarms. */
  alarms: z.number().int().nullable(),
  groupName: z.string(),
  /** The next device on its way out; null: nobody knows, or there is none. */
  upperUUID: uuid.nullable(),
  /** Where a person put it; null: the layout decides. */
  place: z.object({ x: z.number(), y: z.number() }).nullable(),
});
export type TopologyNode = z.infer<typeof topologyNode>;

export const topologyLink = z.object({
  /** Of a link a person drew. */
  linkUUID: uuid.nullable(),
  kind: linkKind,
  /** Nearer to the way out. */
  upperUUID: uuid,
  lowerUUID: uuid,
  upperPort: z.string(),
  lowerPort: z.string(),
  speedMbps: z.number().nullable(),
  /** Counted since the ports started. */
  errors: z.number().nullable(),
  /** Null: nobody can tell. */
  isUp: z.boolean().nullable(),
});
export type TopologyLink = z.infer<typeof topologyLink>;

/** A neighbour that is not one of ours. */
export const topologyStranger = z.object({
  mac: z.string(),
  name: z.string(),
  description: z.string(),
  besideUUID: uuid,
  port: z.string(),
});
export type TopologyStranger = z.infer<typeof topologyStranger>;

export const topology = z.object({
  at: timestamp,
  /** How many devices of the site the asker sees; a picture holds only so many of them. */
  total: z.number().int(),
  nodes: z.array(topologyNode),
  links: z.array(topologyLink),
  strangers: z.array(topologyStranger),
});
export type Topology = z.infer<typeof topology>;
