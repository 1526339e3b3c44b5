import { z } from 'zod';
import { defineCall } from '../call.ts';
import { requiredText, uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { topology } from './topology.model.ts';

const { topology: limits } = LIMITS;
const PORT_MAX = 64;

const linkInput = z.object({
  siteUUID: uuid,
  upperUUID: uuid,
  lowerUUID: uuid,
  upperPort: requiredText(PORT_MAX).or(z.literal('')).default(''),
  lowerPort: requiredText(PORT_MAX).or(z.literal('')).default(''),
});

export const topologyCalls = {
  viewTopology: defineCall({
    method: 'GET',
    path: '/topology/view',
    access: 'net_map',
    effect: 'read',
    summary: 'The devices of a site and how they hang together',
    input: z.object({ siteUUID: uuid }),
    output: topology,
  }),
  createLink: defineCall({
    method: 'POST',
    path: '/topology/createLink',
    access: 'net_map',
    effect: 'write',
    summary: 'Draw a link nobody tells of; a device has one way up, and nobody hangs below itself',
    input: linkInput,
    output: z.object({ linkUUID: uuid }),
  }),
  deleteLink: defineCall({
    method: 'DELETE',
    path: '/topology/deleteLink',
    access: 'net_map',
    effect: 'write',
    summary: 'Take a drawn link away',
    input: z.object({ linkUUID: uuid }),
    output: z.null(),
  }),
  savePlaces: defineCall({
    method: 'POST',
    path: '/topology/savePlaces',
    access: 'net_map',
    effect: 'write',
    summary: 'Keep where devices stand on the picture; without a place the layout decides',
    input: z.object({
      siteUUID: uuid,
      places: z
        .array(z.object({ deviceUUID: uuid, place: z.object({ x: z.number(), y: z.number() }).nullable() }))
        .max(limits.placesMax, 'validation.tooMany'),
    }),
    output: z.object({ saved: z.number().int() }),
  }),
};
