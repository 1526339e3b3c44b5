import type { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import { alarmEvents } from './alarms.handlers.ts';
import { forgetAlarms, forgetMaintenance } from './alarms.jobs.ts';
import { showChangedAlarms } from './alarms.live.ts';
import { alarmRoutes } from './alarms.routes.ts';
import { AlarmSweep } from './evaluation/sweep.ts';
import { forgetRogues } from './rogue-aps/rogue-detection.ts';
import { listenForRogues } from './rogue-aps/rogue-scans.ts';
import { shipRules } from './rules/shipped.ts';

/** Alarm rules and alarms. Processes that hold device connections evaluate reports: see `watchReports`. */
export function createAlarms(platform: Platform, bus: Bus): DomainModule<Handlers<keyof typeof alarmCalls>> {
  const shown = showChangedAlarms(platform);
  const ship = async (tenant: string | null): Promise<void> => {
    for (const given of await shipRules(platform, tenant)) bus.publish('alarms.rules', { tenant: given });
  };
  const sweep = new AlarmSweep(platform);
  return {
    handlers: alarmRoutes(platform, bus),
    events: { ...alarmEvents(sweep), ...shown.events, AccountOpened: ({ tenant }) => ship(tenant) },
    cron: [
      forgetAlarms(platform),
      forgetMaintenance(platform),
      forgetRogues(platform),
      listenForRogues(platform, bus),
    ],
    start: async () => {
      await ship(null);
      sweep.start();
    },
    stop: async () => {
      await sweep.stop();
      shown.stop();
    },
  };
}
