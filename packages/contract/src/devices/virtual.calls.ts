import { z } from 'zod';
import { defineCall } from '../call.ts';
import { integerWithin, uuid } from '../fields.ts';
import { VIRTUAL_LIMITS } from './devices.limits.ts';

export const VIRTUAL_KINDS = ['gateway', 'switch', 'ap'] as const;
export type VirtualKind = (typeof VIRTUAL_KINDS)[number];

const count = integerWithin(0, VIRTUAL_LIMITS.perKindMax);

export const virtualKinds = z.object({ gateway: count, switch: count, ap: count });
export type VirtualKinds = z.infer<typeof virtualKinds>;

export function virtualTotal(kinds: VirtualKinds): number {
  return kinds.gateway + kinds.switch + kinds.ap;
}

/** Virtual devices: simulated by the console itself for one site, connected like any other device. */
export const virtualCalls = {
  viewVirtualDevices: defineCall({
    method: 'GET',
    path: '/device/virtual/view',
    access: 'device_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'The virtual devices of a site, and how many more can be started',
    input: z.object({ siteUUID: uuid }),
    output: z.object({
      /** Null: none were started. */
      kinds: virtualKinds.nullable(),
      /** How many of them are connected. */
      online: z.number().int(),
      /** How many can be started in this site now. */
      room: z.number().int(),
      /** False in the demo, and where this process accepts no devices. */
      available: z.boolean(),
    }),
  }),
  startVirtualDevices: defineCall({
    method: 'POST',
    path: '/device/virtual/start',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Simulate devices in a site; they connect within seconds',
    input: z.object({
      siteUUID: uuid,
      kinds: virtualKinds.refine((kinds) => virtualTotal(kinds) > 0, 'validation.required'),
    }),
    output: z.null(),
  }),
  removeVirtualDevices: defineCall({
    method: 'POST',
    path: '/device/virtual/remove',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'End the simulation of a site and delete its devices and their clients',
    input: z.object({ siteUUID: uuid }),
    output: z.object({ removed: z.number().int() }),
  }),
};
