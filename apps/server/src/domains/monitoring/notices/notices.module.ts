import type { noticeCalls } from '@airloom/contract/notices/notices.calls';
import type { Handlers } from '../../../platform/http/handlers.ts';
import { Outside } from '../../../platform/http/outside.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import type { Senders } from '../../../platform/senders/sender.ts';
import type { Inbox } from '../messages/index.ts';
import { Delivery } from './delivery/delivery.ts';
import { forgetNotices, planMissed } from './notices.jobs.ts';
import { showNotices } from './notices.live.ts';
import { noticeRoutes } from './notices.routes.ts';
import { planNotices } from './planning/planner.ts';

/** Notification settings and delivery. `inbox`: inbox of people in the console. */
export function createNotices(
  platform: Platform,
  senders: Senders,
  inbox: typeof Inbox,
): DomainModule<Handlers<keyof typeof noticeCalls>> {
  const outside = new Outside(platform.settings.WEBHOOK_ALLOW);
  const shown = showNotices(platform);
  const delivery = new Delivery({ ...platform, senders, inbox, outside, changed: shown.changed });
  return {
    handlers: noticeRoutes(platform, delivery, outside, shown),
    events: {
      AlarmsChanged: async ({ tenant, payload: { alarmIds } }) => {
        if (tenant === null) return;
        if ((await planNotices(platform, tenant, alarmIds)) === 0) return;
        shown.changed(tenant);
        delivery.kick();
      },
    },
    cron: [forgetNotices(platform), planMissed(platform)],
    start: () => delivery.start(),
    async stop() {
      await delivery.stop();
      shown.stop();
    },
  };
}
