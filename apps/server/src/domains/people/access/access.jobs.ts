import { publishEvent } from '../../../platform/events/outbox.ts';
import type { CronJob } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { statusesBefore } from './invitations/invitation-status.ts';
import { expireInvitations } from './invitations/invitations.repository.ts';

/** Stores which invitations expired; readers compute the status from the time already. */
export function expireInvitationsDaily(platform: Pick<Platform, 'database' | 'now' | 'wakeOutbox'>): CronJob {
  return {
    name: 'expireInvitations',
    schedule: '41 3 * * *',
    run: async () => {
      await platform.database.asSystem(async (tx) => {
        const tenants = await expireInvitations(tx, statusesBefore('expired'), platform.now());
        for (const tenant of tenants) await publishEvent(tx, tenant, 'PeopleChanged', {});
      });
      platform.wakeOutbox();
    },
  };
}
