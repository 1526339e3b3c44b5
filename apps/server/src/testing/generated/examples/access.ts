import { randomUUID } from 'node:crypto';
import type { accessCalls } from '@airloom/contract/access/access.calls';
import { CODE_LIMITS } from '@airloom/contract/identity/identity.limits';
import { invitationToken } from '../../world.ts';
import type { ExamplesOf } from './example.ts';

export const accessExamples: ExamplesOf<typeof accessCalls> = {
  listMyRoles: () => ({}),
  permissionTree: ({ ownRoleUUID }) => ({ roleUUID: ownRoleUUID }),
  listRoles: () => ({}),
  createRole: ({ marker }) => ({ name: `${marker} another`, permissions: ['org_manage'] }),
  updateRole: ({ ownRoleUUID, marker }) => ({
    roleUUID: ownRoleUUID,
    name: `${marker} renamed`,
    permissions: ['site_manage'],
  }),
  deleteRole: ({ ownRoleUUID }) => ({ roleUUID: ownRoleUUID }),
  listSubAccounts: () => ({}),
  invite: ({ observerRoleUUID, siteUUID }) => ({
    targets: [`${randomUUID()}@example.org`],
    roleUUID: observerRoleUUID,
    reach: { siteUUIDs: [siteUUID] },
  }),
  listInvitations: () => ({}),
  resendInvitation: ({ server, invitationUUID }) => {
    server.advance(CODE_LIMITS.resendMs);
    return { invitationUUID };
  },
  revokeInvitation: ({ invitationUUID }) => ({ invitationUUID }),
  viewInvitation: (world) => ({ token: world.invitationToken }),
  acceptInvitation: async (world) => {
    const { server, owner, observerRoleUUID, siteUUID } = world;
    const input = { targets: [owner.email], roleUUID: observerRoleUUID, reach: { siteUUIDs: [siteUUID] } };
    server.advance(CODE_LIMITS.resendMs);
    await server.call('invite', input, { as: owner.token });
    return { token: await invitationToken(server, owner.email) };
  },
  updateSubAccount: ({ operator, observerRoleUUID, siteUUID }) => ({
    subAccountUUID: operator.membershipId,
    roleUUID: observerRoleUUID,
    reach: { siteUUIDs: [siteUUID] },
  }),
  setSubAccountDisabled: ({ operator }) => ({ subAccountUUID: operator.membershipId, disabled: true }),
  removeSubAccount: ({ operator }) => ({ subAccountUUID: operator.membershipId }),
};
