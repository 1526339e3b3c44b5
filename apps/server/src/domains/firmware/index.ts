export { listCampaigns } from './campaign-rows.repository.ts';
export { createFirmware, type FirmwareModule, followUpgrades } from './firmware.module.ts';
export type { OrderedImage, OrderedImages } from './images.ts';
