import type { accessCalls } from '@airloom/contract/access/access.calls';
import { changed, type Handlers } from '../../../platform/http/handlers.ts';
import type { Acceptance } from './invitations/acceptance.service.ts';
import type { Invitations } from './invitations/invitations.service.ts';
import type { SubAccounts } from './members/sub-accounts.service.ts';
import type { Roles } from './roles/roles.service.ts';

export type AccessHandlers = Handlers<keyof typeof accessCalls>;

export interface AccessServices {
  readonly roles: Roles;
  readonly subAccounts: SubAccounts;
  readonly invitations: Invitations;
  readonly acceptance: Acceptance;
}

export function accessRoutes({
  roles,
  subAccounts,
  invitations,
  acceptance,
}: AccessServices): AccessHandlers {
  return {
    listMyRoles: (_input, { scope }) => roles.mine(scope),
    permissionTree: ({ roleUUID }, { scope }) => roles.tree(scope, roleUUID),
    listRoles: (_input, { scope }) => roles.list(scope),
    createRole: async (input, { scope }) => ({ roleUUID: await roles.create(scope, input) }),
    updateRole: async ({ roleUUID, ...input }, context) =>
      changed(context, await roles.update(context.scope, roleUUID, input)),
    deleteRole: async ({ roleUUID }, { scope }) => {
      await roles.delete(scope, roleUUID);
      return null;
    },
    listSubAccounts: (input, { scope }) => subAccounts.list(scope, input),
    updateSubAccount: async (input, context) =>
      changed(context, await subAccounts.update(context.scope, input)),
    setSubAccountDisabled: async ({ subAccountUUID, disabled }, context) =>
      changed(context, await subAccounts.setDisabled(context.scope, subAccountUUID, disabled)),
    removeSubAccount: async ({ subAccountUUID }, { scope }) => {
      await subAccounts.remove(scope, subAccountUUID);
      return null;
    },
    listInvitations: (input, { scope }) => invitations.list(scope, input),
    invite: (input, { scope, request }) => invitations.invite(scope, input, request),
    resendInvitation: async ({ invitationUUID }, { scope, request }) => ({
      link: await invitations.resend(scope, invitationUUID, request),
    }),
    revokeInvitation: async ({ invitationUUID }, { scope }) => {
      await invitations.revoke(scope, invitationUUID);
      return null;
    },
    viewInvitation: ({ token }) => acceptance.view(token),
    acceptInvitation: ({ token }, { scope }) => acceptance.accept(scope, token),
  };
}
