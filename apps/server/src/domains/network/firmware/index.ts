export { listCampaigns } from './campaigns/campaign-rows.repository.ts';
export { createFirmware, followUpgrades } from './firmware.module.ts';
export type { OrderedImage, OrderedImages } from './images/images.ts';
