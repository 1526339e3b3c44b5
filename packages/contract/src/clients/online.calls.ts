import { z } from 'zod';
import { defineCall } from '../call.ts';
import { band } from '../devices/devices.model.ts';
import { integerWithin, text, uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { place } from '../place.ts';
import { timed } from '../telemetry/time-window.ts';
import { WIRELESS_LIMITS } from '../wireless/wireless.limits.ts';
import { storedMac } from './client-mac.ts';
import { CLIENT_LIMITS } from './clients.limits.ts';
import {
  blockedTerminal,
  knownTerminal,
  onlineCounts,
  onlineTerminal,
  terminalDetail,
  terminalTimeline,
} from './online.model.ts';

/** With any separators or none, in either case; stored with colons in lower case. */
export const terminalMac = z.string('validation.required').transform((typed, context) => {
  const mac = storedMac(typed);
  if (mac === null) context.addIssue({ code: 'custom', message: 'validation.mac' });
  return mac ?? '';
});

export const ONLINE_SORTS = ['name', 'ip', 'signal', 'startedAt', 'upBytes', 'downBytes'] as const;

const macs = z
  .array(terminalMac)
  .min(1, 'validation.required')
  .max(CLIENT_LIMITS.selectionMax, 'validation.tooMany')
  .transform((some) => [...new Set(some)]);

/** `isPartial`: many clients contain the search text, and only the latest were searched. */
function searchedPageOf<T extends z.ZodType>(row: T) {
  return pageOf(row).extend({ isPartial: z.boolean() });
}

export const onlineCalls = {
  listOnlineTerminals: defineCall({
    method: 'GET',
    path: '/terminal/online',
    access: 'authuserOnline_view',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'The clients that are there now',
    input: pageInput(ONLINE_SORTS).extend({
      ...place,
      deviceUUID: uuid.optional(),
      ssid: text(WIRELESS_LIMITS.ssidMaxBytes).optional(),
      /** `wired`: clients at ports. */
      band: z.enum([...band.options, 'wired']).optional(),
      /** Signal at most this strong, in dBm. */
      signalMost: z.coerce.number().int().min(-100).max(0).optional(),
    }),
    output: searchedPageOf(onlineTerminal),
  }),
  listKnownTerminals: defineCall({
    method: 'GET',
    path: '/terminal/known',
    access: 'authuserOnline_view',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'The clients seen in the last 30 days, online or not; counted up to a limit',
    input: pageInput(['lastSeenAt']).extend(place),
    output: searchedPageOf(knownTerminal),
  }),
  onlineCounts: defineCall({
    method: 'GET',
    path: '/terminal/onlineCounts',
    access: 'authuserOnline_view',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Number of online clients by band and network, and of those with a weak signal',
    input: z.object(place),
    output: onlineCounts,
  }),
  viewTerminal: defineCall({
    method: 'GET',
    path: '/terminal/view',
    access: 'authuserOnline_view',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'All that is known of one client, and why it may be slow',
    input: z.object({ mac: terminalMac }),
    output: terminalDetail,
  }),
  terminalTimeline: defineCall({
    method: 'GET',
    path: '/terminal/timeline',
    access: 'authuserOnline_view',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Where a client was and how it fared there',
    input: timed({ mac: terminalMac }),
    output: terminalTimeline,
  }),
  listBlockedTerminals: defineCall({
    method: 'GET',
    path: '/terminal/blocked',
    access: 'authuserOnline_view',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Clients that are kept away',
    input: pageInput(['blockedAt', 'name']),
    output: pageOf(blockedTerminal),
  }),
  renameTerminal: defineCall({
    method: 'POST',
    path: '/terminal/rename',
    access: 'authuserOnline_view',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Name a client; an empty name removes it',
    input: z.object({
      mac: terminalMac,
      name: text(CLIENT_LIMITS.nameMax),
      /** Undo: only if this is still its name. */
      expectedName: text(CLIENT_LIMITS.nameMax).optional(),
    }),
    output: z.null(),
  }),
  disconnectTerminals: defineCall({
    method: 'POST',
    path: '/terminal/disconnect',
    access: 'authuserOnline_view',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Send clients away; they may come again',
    input: z.object({ macs }),
    /** How many were disconnected and how many could not be: wired, or at a device without support. */
    output: z.object({ sent: z.number().int(), refused: z.number().int() }),
  }),
  blockTerminal: defineCall({
    method: 'POST',
    path: '/terminal/block',
    access: 'authuserOnline_view',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Keep clients away from the networks of the account, for a while or for good',
    input: z.object({
      macs,
      minutes: integerWithin(1, CLIENT_LIMITS.blockMaxMinutes).nullable(),
    }),
    output: z.null(),
  }),
  unblockTerminal: defineCall({
    method: 'POST',
    path: '/terminal/unblock',
    access: 'authuserOnline_view',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Let clients in again',
    input: z.object({ macs }),
    output: z.null(),
  }),
};
