import { accessCalls } from '@airloom/contract/access/access.calls';
import type { Call } from '@airloom/contract/call';

/** Queries that contain people or invitations; roles count their people. */
export const PEOPLE_CALLS: readonly Call[] = [
  accessCalls.listSubAccounts,
  accessCalls.listInvitations,
  accessCalls.listRoles,
];

/** Queries that contain roles or their permissions. */
export const ROLE_CALLS: readonly Call[] = [
  accessCalls.listRoles,
  accessCalls.permissionTree,
  accessCalls.listSubAccounts,
  accessCalls.listInvitations,
];
