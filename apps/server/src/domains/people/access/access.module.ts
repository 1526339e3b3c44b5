import type { DomainModule, Platform } from '../../../platform/platform.ts';
import { expireInvitationsDaily } from './access.jobs.ts';
import { accessEvents } from './access.live.ts';
import { type AccessHandlers, accessRoutes } from './access.routes.ts';
import { Acceptance } from './invitations/acceptance.service.ts';
import { Invitations } from './invitations/invitations.service.ts';
import { SubAccounts } from './members/sub-accounts.service.ts';
import { Roles } from './roles/roles.service.ts';

export function createAccess(platform: Platform): DomainModule<AccessHandlers> {
  return {
    handlers: accessRoutes({
      roles: new Roles(platform),
      subAccounts: new SubAccounts(platform),
      invitations: new Invitations(platform),
      acceptance: new Acceptance(platform),
    }),
    events: accessEvents(platform),
    cron: [expireInvitationsDaily(platform)],
  };
}
