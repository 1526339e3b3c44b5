import type { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import type { Bus } from '../../../platform/bus/bus.ts';
import { Failure } from '../../../platform/failure.ts';
import { changed, type Handlers } from '../../../platform/http/handlers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findCampaign, listCampaigns } from './campaigns/campaign-rows.repository.ts';
import * as campaigns from './campaigns/campaigns.service.ts';
import * as edits from './campaigns/edit-campaign.service.ts';
import { listImages } from './images/images.repository.ts';
import * as images from './images/images.service.ts';
import * as keys from './images/keys.service.ts';
import * as log from './log/log.service.ts';

export function firmwareRoutes(platform: Platform, bus: Bus): Handlers<keyof typeof firmwareCalls> {
  const { database } = platform;
  return {
    listFirmware: (input, { scope }) => database.withTenant(scope, (tx) => listImages(tx, scope, input)),
    createFirmware: (input, { scope }) => images.createImage(platform, scope, input),
    deleteFirmware: async ({ firmwareUUID }, { scope }) => {
      await images.deleteImage(platform, scope, firmwareUUID);
      return null;
    },
    listFirmwareKeys: (_input, { scope }) => keys.listKeys(platform, scope),
    addFirmwareKey: async (input, { scope }) => ({ keyUUID: await keys.addKey(platform, scope, input) }),
    removeFirmwareKey: async ({ keyUUID }, { scope }) => {
      await keys.removeKey(platform, scope, keyUUID);
      return null;
    },
    listCampaigns: (input, { scope }) => database.withTenant(scope, (tx) => listCampaigns(tx, scope, input)),
    createCampaign: (input, { scope }) => campaigns.createCampaign(platform, bus, scope, input),
    previewCampaign: (input, { scope }) => edits.previewCampaign(platform, scope, input),
    updateCampaign: (input, { scope }) => edits.updateCampaign(platform, bus, scope, input),
    viewCampaign: async ({ campaignUUID }, { scope }) => {
      const found = await database.withTenant(scope, (tx) => findCampaign(tx, scope, campaignUUID));
      if (found === null) throw new Failure('notFound');
      return found;
    },
    changeCampaign: async (input, context) =>
      changed(context, await campaigns.changeCampaign(platform, bus, context.scope, input)),
    listUpgrades: (input, { scope }) => log.listLog(platform, scope, input),
    exportUpgrades: (input, { scope, request }) => log.exportLog(platform, scope, request.language, input),
  };
}
