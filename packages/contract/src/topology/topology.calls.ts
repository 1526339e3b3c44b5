import { z } from 'zod';
import { defineCall } from '../call.ts';
import { uuid } from '../fields.ts';
import { topology } from './topology.model.ts';
import { linkInput, placesInput } from './topology.rules.ts';

export const topologyCalls = {
  viewTopology: defineCall({
    method: 'GET',
    path: '/topology/view',
    access: 'net_map',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Devices and links of a site',
    input: z.object({ siteUUID: uuid }),
    output: topology,
  }),
  createLink: defineCall({
    method: 'POST',
    path: '/topology/createLink',
    access: 'net_map',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Add a manual link; a device has one parent, and cycles are refused',
    input: linkInput,
    output: z.object({ linkUUID: uuid }),
  }),
  deleteLink: defineCall({
    method: 'DELETE',
    path: '/topology/deleteLink',
    access: 'net_map',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Remove a manual link',
    input: z.object({ linkUUID: uuid }),
    output: z.null(),
  }),
  savePlaces: defineCall({
    method: 'POST',
    path: '/topology/savePlaces',
    access: 'net_map',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Set or reset the positions of devices in one layout of the diagram',
    input: placesInput,
    output: z.object({ saved: z.number().int() }),
  }),
};
