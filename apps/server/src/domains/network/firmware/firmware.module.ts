import type { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import type { DeviceFacts } from '../devices/index.ts';
import { type EnginePlatform, UpgradeEngine } from './campaigns/engine.ts';
import { UpgradeWatch } from './campaigns/upgrade-watch.ts';
import { firmwareEvents } from './firmware.handlers.ts';
import { forgetLooseImages, forgetUpgrades } from './firmware.jobs.ts';
import { changedCampaigns, showChangedCampaigns } from './firmware.live.ts';
import { firmwareRoutes } from './firmware.routes.ts';
import { RequestedImages } from './images/images.ts';

/** Images and campaigns. The processes that hold connections follow their upgrades: see below. */
export function createFirmware(
  platform: Platform,
  bus: Bus,
): DomainModule<Handlers<keyof typeof firmwareCalls>> {
  const changed = changedCampaigns(bus);
  const unsubscribe = showChangedCampaigns(bus, platform);
  const engine = new UpgradeEngine(platform, bus, changed);
  return {
    handlers: firmwareRoutes(platform, bus),
    events: firmwareEvents(platform, bus, changed),
    cron: [forgetUpgrades(platform), forgetLooseImages(platform)],
    start: () => engine.start(),
    stop: async () => {
      await engine.stop();
      unsubscribe();
      changed.stop();
    },
  };
}

export interface FollowedUpgrades {
  readonly facts: Partial<DeviceFacts>;
  /** Images that devices may download. */
  readonly images: RequestedImages;
  stop(): Promise<void>;
}

/** The part of a process that holds connections: serves images and follows upgrades. */
export function followUpgrades(
  platform: EnginePlatform & Pick<Platform, 'files' | 'quotas'>,
  bus: Bus,
): FollowedUpgrades {
  const changed = changedCampaigns(bus);
  const watch = new UpgradeWatch(platform, bus, changed);
  return {
    facts: watch,
    images: new RequestedImages(platform),
    stop: async () => {
      await watch.stop();
      changed.stop();
    },
  };
}
