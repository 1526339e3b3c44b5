import type { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import type { Bus } from '../../platform/bus/bus.ts';
import type { EventHandlers } from '../../platform/events/events.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../platform/platform.ts';
import { forgetAlarms, forgetMaintenance } from './alarms.jobs.ts';
import { showChangedAlarms } from './alarms.live.ts';
import { alarmRoutes } from './alarms.routes.ts';
import { shipRules } from './shipped.ts';

export interface AlarmsModule extends DomainModule<Handlers<keyof typeof alarmCalls>> {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Rules, and the alarms raised by them. */
export function createAlarms(platform: Platform, bus: Bus): AlarmsModule {
  const shown = showChangedAlarms(platform);
  const ship = async (tenant: string | null): Promise<void> => {
    for (const given of await shipRules(platform, tenant)) bus.publish('alarms.rules', { tenant: given });
  };
  const opened: EventHandlers = { AccountOpened: ({ tenant }) => ship(tenant) };
  return {
    handlers: alarmRoutes(platform, bus),
    events: { ...opened, ...shown.events },
    cron: [forgetAlarms(platform), forgetMaintenance(platform)],
    start: () => ship(null),
    stop: async () => {
      shown.stop();
    },
  };
}
