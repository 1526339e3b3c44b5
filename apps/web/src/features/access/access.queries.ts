import { accessCalls } from '@airloom/contract/access/access.calls';
import type { Call } from '@airloom/contract/call';

/** Whatever a person or an invitation shows up in; roles count the people who hold them. */
export const PEOPLE_CALLS: readonly Call[] = [
  accessCalls.listSubAccounts,
  accessCalls.listInvitations,
  accessCalls.listRoles,
];

/** Whatever a role or its rights show up in. */
export const ROLE_CALLS: readonly Call[] = [
  accessCalls.listRoles,
  accessCalls.permissionTree,
  accessCalls.listSubAccounts,
  accessCalls.listInvitations,
];
