import type { Bus } from '../../../../platform/bus/bus.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { DeviceFacts } from '../../../network/devices/index.ts';
import type { Ingest } from '../../telemetry/index.ts';
import { RogueWatch } from '../rogue-aps/rogue-detection.ts';
import { RulesCache } from '../rules/rules-cache.ts';
import { AlarmWatch, type WatchPlatform } from './watch.ts';

export interface WatchedReports {
  readonly facts: Pick<DeviceFacts, 'onHello'>;
  stop(): void;
}

/** For a process that holds device connections: raises and clears alarms from reports and scans. */
export function watchReports(
  platform: WatchPlatform & Pick<Platform, 'monotonic'>,
  bus: Pick<Bus, 'subscribe' | 'onGap'>,
  ingest: Pick<Ingest, 'join'>,
): WatchedReports {
  const rules = new RulesCache(bus, platform.monotonic);
  const watch = new AlarmWatch(platform, rules);
  ingest.join(watch.take);
  ingest.join(new RogueWatch(platform, rules).take);
  return {
    // The device may have been connected to another process meanwhile.
    facts: { onHello: ({ deviceId }) => watch.forget(deviceId) },
    stop: () => rules.stop(),
  };
}
