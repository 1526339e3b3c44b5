export { listCampaigns } from './campaigns/campaign-rows.repository.ts';
export { createFirmware, followUpgrades } from './firmware.module.ts';
export type { RequestedImage, RequestedImages } from './images/images.ts';
export { outdatedVersions } from './images/outdated-versions.repository.ts';
