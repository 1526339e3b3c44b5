import type { DomainModule, Platform } from '../../platform/platform.ts';
import { Acceptance } from './acceptance.service.ts';
import { expireInvitationsDaily } from './access.jobs.ts';
import { accessEvents } from './access.live.ts';
import { type AccessHandlers, accessRoutes } from './access.routes.ts';
import { Invitations } from './invitations.service.ts';
import { Roles } from './roles.service.ts';
import { SubAccounts } from './sub-accounts.service.ts';

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
