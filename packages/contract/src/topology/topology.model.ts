import { z } from 'zod';
import { deviceKind, deviceStatus } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';

/**
 * Kind and source of a link. wired: reported by a neighbour protocol · mesh: by radio · managed: a controller and its
 * member · manual: created by a person.
 */
export const LINK_KINDS = ['wired', 'mesh', 'managed', 'manual'] as const;
export const linkKind = z.enum(LINK_KINDS);
export type LinkKind = z.infer<typeof linkKind>;

/** Arrangements of the diagram. A position set by a person belongs to one of them. */
export const LAYOUTS = ['right', 'down', 'radial'] as const;
export const layout = z.enum(LAYOUTS);
export type Layout = z.infer<typeof layout>;

export const topologyNode = z.object({
  deviceUUID: uuid,
  kind: deviceKind,
  name: z.string(),
  model: z.string(),
  mac: z.string(),
  status: deviceStatus,
  /** Simulated by the console. */
  virtual: z.boolean(),
  /** Clients that it serves itself; null for devices that do not serve clients, and for controllers with members. */
  clients: z.number().int().nullable(),
  /** Active alarms; null: no permission to see alarms. */
  alarms: z.number().int().nullable(),
  groupName: z.string(),
  /** Its parent; null: unknown, or there is none. */
  upperUUID: uuid.nullable(),
});
export type TopologyNode = z.infer<typeof topologyNode>;

/** State and traffic of one link. */
const linkState = z.object({
  speedMbps: z.number().nullable(),
  /** Since the ports started. */
  errors: z.number().nullable(),
  /** Null: unknown. */
  isUp: z.boolean().nullable(),
  /** Average traffic between the two newest reports, towards the child and towards the parent; null: unknown. */
  downKbps: z.number().int().nullable(),
  upKbps: z.number().int().nullable(),
});
export type LinkState = z.infer<typeof linkState>;

export const topologyLink = linkState.extend({
  /** Set for manual links only. */
  linkUUID: uuid.nullable(),
  kind: linkKind,
  /** The parent. */
  upperUUID: uuid,
  lowerUUID: uuid,
  upperPort: z.string(),
  lowerPort: z.string(),
});
export type TopologyLink = z.infer<typeof topologyLink>;

/** An uplink port of a gateway without a parent; the port is empty when the gateway reports none. */
export const internetLink = linkState.extend({ deviceUUID: uuid, port: z.string() });
export type InternetLink = z.infer<typeof internetLink>;

/** Position that a person set for a device in one layout; devices without one are placed automatically. */
export const topologyPlace = z.object({ deviceUUID: uuid, layout, x: z.number(), y: z.number() });
export type TopologyPlace = z.infer<typeof topologyPlace>;

/** A neighbour that is not a device of the site. */
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
  /** Visible devices of the site; the response contains a limited number of them. */
  total: z.number().int(),
  nodes: z.array(topologyNode),
  links: z.array(topologyLink),
  internet: z.array(internetLink),
  places: z.array(topologyPlace),
  strangers: z.array(topologyStranger),
});
export type Topology = z.infer<typeof topology>;
