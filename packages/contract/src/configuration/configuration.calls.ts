import { z } from 'zod';
import { defineCall } from '../call.ts';
import { SWITCH_LIMITS } from '../devices/devices.limits.ts';
import { deviceSelection, managementVlanChoice } from '../devices/devices.rules.ts';
import { text, timestamp, uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { place } from '../place.ts';
import { deviceCut } from '../switches/uplink.ts';
import { CONFIGURATION_LIMITS } from './configuration.limits.ts';
import {
  change,
  changeDetail,
  changeDevice,
  draftedEdit,
  effectiveSettings,
  review,
  setting,
} from './configuration.model.ts';
import { CHANGE_STATES, DEVICE_STATES, ROLLOUT_ACTIONS } from './configuration.states.ts';
import { SETTING_KINDS, settingEdit } from './edits.ts';

const edits = z
  .array(settingEdit)
  .min(1, 'validation.selectOne')
  .max(CONFIGURATION_LIMITS.editsMax, 'validation.tooMany');

/** The organization or the site whose draft it is. */
export const draftPlace = z.object({ level: z.enum(['organization', 'site']), uuid });
export type DraftPlace = z.infer<typeof draftPlace>;

/**
 * What a change consists of. `revert`: the inverse of an applied change. `pending`: no edits; devices of a site that
 * wait for settings, for example because they were moved there, get them. `managementVlan`: of access points; null makes
 * it untagged.
 */
export const changeSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('edits'), edits }),
  z.object({ kind: z.literal('draft'), place: draftPlace }),
  z.object({ kind: z.literal('revert'), changeUUID: uuid }),
  z.object({ kind: z.literal('pending'), siteUUID: uuid }),
  managementVlanChoice.extend({ kind: z.literal('managementVlan'), deviceUUIDs: deviceSelection }),
]);
export type ChangeSource = z.infer<typeof changeSource>;

export const settingCalls = {
  listSettings: defineCall({
    method: 'GET',
    path: '/configuration/settings',
    access: 'network_config',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Settings of a kind that are defined for visible places',
    input: pageInput(['name', 'updatedAt']).extend({
      kind: z.enum(SETTING_KINDS),
      /** The organization, site, device group or device. */
      placeUUID: uuid.optional(),
    }),
    output: pageOf(setting),
  }),
  viewEffectiveSettings: defineCall({
    method: 'GET',
    path: '/configuration/effective',
    access: 'network_config',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'The settings that apply to a device, each with where it comes from',
    input: z.object({ deviceUUID: uuid }),
    output: effectiveSettings,
  }),
  reviewChange: defineCall({
    method: 'POST',
    path: '/configuration/review',
    access: 'network_config',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'What a change would do, device by device, in pages; stores nothing',
    input: z.object({ source: changeSource, after: uuid.nullable().default(null) }),
    output: review,
  }),
  applyChange: defineCall({
    method: 'POST',
    path: '/configuration/apply',
    access: 'network_config',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Apply a reviewed change, now or at a time, and roll it out in waves',
    input: z.object({
      source: changeSource,
      /** Of the review. */
      digest: z.string().max(64),
      reason: text(CONFIGURATION_LIMITS.reasonMax),
      startAt: timestamp.nullable().default(null),
      /** What may cut off switches, as the person confirmed. */
      confirmedCuts: z
        .array(deviceCut)
        .max(CONFIGURATION_LIMITS.editsMax * SWITCH_LIMITS.portsMax, 'validation.tooMany')
        .default([]),
    }),
    output: z.object({ changeUUID: uuid, number: z.number().int() }),
  }),
  listChanges: defineCall({
    method: 'GET',
    path: '/configuration/changes',
    access: 'network_config',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Applied changes, newest first',
    input: pageInput([])
      .omit({ sort: true })
      .extend({
        state: z.enum(CHANGE_STATES).optional(),
        ...place,
        deviceUUID: uuid.optional(),
      }),
    output: pageOf(change),
  }),
  viewChange: defineCall({
    method: 'GET',
    path: '/configuration/viewChange',
    access: 'network_config',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'One change with its edits and the state of its rollout',
    input: z.object({ changeUUID: uuid }),
    output: changeDetail,
  }),
  listChangeDevices: defineCall({
    method: 'GET',
    path: '/configuration/changeDevices',
    access: 'network_config',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'The devices of a change with the state of each',
    input: pageInput(['name', 'state', 'changedAt']).extend({
      changeUUID: uuid,
      state: z.enum(DEVICE_STATES).optional(),
    }),
    output: pageOf(changeDevice),
  }),
  changeRollout: defineCall({
    method: 'POST',
    path: '/configuration/changeRollout',
    access: 'network_config',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Pause, resume or cancel a rollout, or try its failed devices again',
    input: z.object({ changeUUID: uuid, action: z.enum(ROLLOUT_ACTIONS) }),
    output: z.null(),
  }),
  listDraft: defineCall({
    method: 'GET',
    path: '/configuration/draft',
    access: 'network_config',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'The edits in the draft of an organization or a site',
    input: z.object({ level: draftPlace.shape.level, placeUUID: uuid }),
    output: z.array(draftedEdit),
  }),
  addToDraft: defineCall({
    method: 'POST',
    path: '/configuration/addToDraft',
    access: 'network_config',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Keep edits in a draft, to be reviewed and applied together later',
    input: z.object({
      place: draftPlace,
      edits,
      /** Edits of the draft that the person saw and that these replace. Another one of the same setting is a conflict. */
      replaces: z.array(uuid).max(CONFIGURATION_LIMITS.editsMax, 'validation.tooMany').default([]),
    }),
    output: z.null(),
  }),
  discardDraft: defineCall({
    method: 'DELETE',
    path: '/configuration/discardDraft',
    access: 'network_config',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Remove edits from a draft; when none is named, all that the person sees and may edit',
    input: z.object({
      place: draftPlace,
      draftUUIDs: z.array(uuid).max(CONFIGURATION_LIMITS.editsMax, 'validation.tooMany').default([]),
    }),
    output: z.null(),
  }),
  revealSecret: defineCall({
    method: 'POST',
    path: '/configuration/revealSecret',
    access: 'network',
    effect: 'write',
    apiKeys: false,
    demo: false,
    summary: 'A password of a wireless network, to show or hand over; leaves an entry in the operation log',
    input: z.object({
      settingUUID: uuid,
      /** The name of a private key; null: the password of the network. */
      privateKey: text(CONFIGURATION_LIMITS.reasonMax).nullable(),
    }),
    output: z.object({ secret: z.string() }),
  }),
};
