import { band, deviceKind } from '@airloom/contract/devices/devices.model';
import { z } from 'zod';
import { serialOf } from './identity.ts';
import type { Serial } from './model.ts';

/** Our extension of uCentral, in `capabilities`, `params` and `state`. */
export const EXTENSION = 'x-airloom';
export const ACK_METHOD = `${EXTENSION}.ack`;
export const MEMBER_UP_EVENT = `${EXTENSION}.member-up`;
export const MEMBER_DOWN_EVENT = `${EXTENSION}.member-down`;

/** Maximum age of a stored report. */
export const KEPT_REPORT_MAX_AGE_MS = 35 * 24 * 60 * 60 * 1000;

/** `capabilities["x-airloom"]` of a `connect`. */
export const helloExtension = z.looseObject({
  kind: deviceKind,
  sn: z.string().optional(),
  /** Reports are stored until they are acknowledged. */
  keeps: z.boolean().optional(),
  /** Forwards web pages: its rtty client is 9.x. */
  web: z.boolean().optional(),
  /** Understands tunnel messages on its rtty connection. */
  tunnels: z.boolean().optional(),
});

/** `params["x-airloom"]` of a `state`. */
export const reportExtension = z.looseObject({
  seq: z.number().int().min(0),
  /** Milliseconds since 1970. */
  at: z.number().int().min(0),
});

const memberRadio = z.looseObject({
  band,
  channel: z.number(),
  widthMhz: z.number(),
  txPower: z.number().nullable(),
  utilisationPercent: z.number().nullable(),
  noise: z.number().nullable(),
  clients: z.number(),
  rxBytes: z.number(),
  txBytes: z.number(),
  /** BSSIDs of its networks: their clients belong to this member. */
  bssids: z.array(z.string()).optional(),
});

const member = z.looseObject({
  serial: z.string(),
  name: z.string(),
  model: z.string(),
  firmware: z.string(),
  ip: z.string().nullable(),
  online: z.boolean(),
  clients: z.number(),
  uptimeSeconds: z.number().optional(),
  radios: z.array(memberRadio).optional(),
});

const pair = z.looseObject({
  mode: z.enum(['single', 'ha']),
  role: z.enum(['active', 'standby']).nullable(),
  peerSerial: z.string().nullable(),
  peerOnline: z.boolean().nullable(),
});

const mesh = z.looseObject({
  parentSerial: z.string().nullable(),
  hops: z.number(),
  signal: z.number().nullable(),
});

const portVlans = z.looseObject({ untagged: z.number().nullable(), tagged: z.array(z.number()) });

const route = z.looseObject({
  /** `10.0.0.0/8` */
  prefix: z.string(),
  nextHop: z.string().nullable(),
  interface: z.string(),
  metric: z.number(),
  type: z.enum(['static', 'direct']),
});

/** `state["x-airloom"]`, in the neutral model. */
export const stateExtension = z.looseObject({
  members: z.array(member).optional(),
  pair: pair.optional(),
  mesh: mesh.optional(),
  disabledPorts: z.array(z.string()).optional(),
  negotiatedPorts: z.array(z.string()).optional(),
  portVlans: z.record(z.string(), portVlans).optional(),
  isolatedPorts: z.array(z.string()).optional(),
  routes: z.array(route).optional(),
});
export type StateExtension = z.infer<typeof stateExtension>;

const ack = z.object({
  method: z.literal(ACK_METHOD),
  params: z.object({ serial: z.string(), seq: z.number().int() }),
});

/** Device side: reports up to `seq` are stored by the server. */
export function readAck(text: string): { readonly serial: Serial; readonly seq: number } | null {
  if (!text.includes(ACK_METHOD)) return null;
  const read = ack.safeParse(parse(text));
  if (!read.success) return null;
  const serial = serialOf(read.data.params.serial);
  return serial === null ? null : { serial, seq: read.data.params.seq };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
