import { z } from 'zod';
import { defineCall } from '../call.ts';
import { uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { refusedDevice } from './devices.model.ts';
import { previewedDevices } from './devices.rules.ts';
import { configurationVersion } from './report.model.ts';

const version = z.number('validation.required').int('validation.integer').min(1).max(2_147_483_647);

export const configurationCalls = {
  listConfigurations: defineCall({
    method: 'GET',
    path: '/device/configuration/list',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: "A device's configurations, newest first",
    input: pageInput([]).omit({ search: true, sort: true }).extend({ deviceUUID: uuid }),
    output: pageOf(configurationVersion),
  }),
  viewConfiguration: defineCall({
    method: 'GET',
    path: '/device/configuration/view',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'One configuration with the document the device is sent',
    input: z.object({ deviceUUID: uuid, version: z.coerce.number().pipe(version) }),
    output: configurationVersion.extend({ document: z.record(z.string(), z.json()) }),
  }),
  restoreConfiguration: defineCall({
    method: 'POST',
    path: '/device/configuration/restore',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Make an old configuration the newest; for super and organization administrators',
    input: z.object({
      deviceUUID: uuid,
      version,
      /** Whether it may cut off a switch. */
      cutConfirmed: z.boolean().default(false),
    }),
    output: z.object({ version: z.number().int() }),
  }),
  previewConfiguration: defineCall({
    method: 'GET',
    path: '/device/configuration/preview',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'The configuration a device would be sent if it were taken over now',
    input: z.object({ deviceUUID: uuid }),
    output: z.object({
      document: z.record(z.string(), z.json()),
      /** Digest of the document without its version; required for the take over. */
      digest: z.string(),
      /** All ports of the switch are enabled, because it does not report which ones are disabled. */
      enablesAllPorts: z.boolean(),
      /** Current speeds of ports may become fixed, because the switch does not report which are negotiated. */
      fixesPortSpeeds: z.boolean(),
    }),
  }),
  takeOverConfiguration: defineCall({
    method: 'POST',
    path: '/device/configuration/takeOver',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary:
      'Replace the configuration that devices run with one made here, and manage it from now on; for super and organization administrators',
    input: z.object({ devices: previewedDevices }),
    output: z.object({ changed: z.number().int(), refused: z.array(refusedDevice) }),
  }),
};
