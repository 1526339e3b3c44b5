import { LIMITS } from '@airloom/contract/limits';
import type { noticeCalls } from '@airloom/contract/notices/notices.calls';
import type { Handlers } from '../../platform/http/handlers.ts';
import { Outside } from '../../platform/http/outside.ts';
import type { CronJob } from '../../platform/jobs/jobs.ts';
import type { DomainModule, Platform } from '../../platform/platform.ts';
import type { Senders } from '../../platform/senders/open-senders.ts';
import { forgetEnded } from './delivery.repository.ts';
import { Delivery } from './delivery.ts';
import { noticeRoutes } from './notices.routes.ts';
import { planNotices } from './planner.ts';
import type { Desk } from './send.ts';

const BATCH = 2_000;

export interface NoticesModule extends DomainModule<Handlers<keyof typeof noticeCalls>> {
  /** Resolves when all that is due was tried. */
  settled(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

function forgetNotices({ database, now }: Pick<Platform, 'database' | 'now'>): CronJob {
  return {
    name: 'forgetNotices',
    schedule: '37 3 * * *',
    run: async () => {
      const until = new Date(now().getTime() - LIMITS.notice.keptMs);
      for (let removed = BATCH; removed === BATCH; ) {
        removed = await database.asSystem((tx) => forgetEnded(tx, until, BATCH));
      }
    },
  };
}

/** Who is told of alarms, and telling them. `desk`: where people read what they are told in the console. */
export function createNotices(platform: Platform, senders: Senders, desk: Desk): NoticesModule {
  const outside = new Outside(platform.settings.WEBHOOK_ALLOW);
  const delivery = new Delivery({ ...platform, senders, desk, outside });
  return {
    handlers: noticeRoutes(platform, delivery),
    events: {
      AlarmsChanged: async ({ tenant, payload: { alarmIds } }) => {
        if (tenant === null) return;
        if ((await planNotices(platform, tenant, alarmIds)) > 0) delivery.kick();
      },
    },
    cron: [forgetNotices(platform)],
    settled: () => delivery.settled(),
    start: () => delivery.start(),
    stop: () => delivery.stop(),
  };
}
