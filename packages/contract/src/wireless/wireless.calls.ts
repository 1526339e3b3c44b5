import { z } from 'zod';
import { defineCall } from '../call.ts';
import { settingEdit, settingPlace } from '../configuration/edits.ts';
import { uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { radioOptions, wirelessNetworkRow } from './wireless.model.ts';

export const wirelessCalls = {
  listWirelessNetworks: defineCall({
    method: 'GET',
    path: '/wireless/networks',
    access: 'network',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Wireless networks, with where each is on air now',
    input: pageInput(['ssid', 'updatedAt']).extend({
      enterpriseUUID: uuid.optional(),
      /** Networks of the site, and those of its organization that apply there. */
      siteUUID: uuid.optional(),
    }),
    output: pageOf(wirelessNetworkRow),
  }),
  viewRadioOptions: defineCall({
    method: 'GET',
    path: '/wireless/radioOptions',
    access: 'network',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Channels, widths and power that the country and the radios of a place allow',
    input: z.object({ level: z.enum(['site', 'group', 'device']), placeUUID: uuid }),
    output: radioOptions,
  }),
  readConfiguration: defineCall({
    method: 'POST',
    path: '/wireless/readConfiguration',
    access: 'network',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Turns the wireless networks and radios of a device configuration into edits to review',
    input: z.object({ place: settingPlace, document: z.record(z.string(), z.json()) }),
    /** `ignored`: parts of the document that become no setting. */
    output: z.object({ edits: z.array(settingEdit), ignored: z.array(z.string()) }),
  }),
};
