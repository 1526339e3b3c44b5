export { createAccess } from './access.module.ts';
export { acceptInvitationFor } from './invitations/acceptance.service.ts';
export { setDelivery } from './invitations/invitations.service.ts';
export {
  addMembership,
  lockMembership,
  removeMemberships,
  roleRecordsOf,
  updateAlias,
} from './members/memberships.service.ts';
export { findPeople, peopleAmong, peopleNames } from './members/sub-accounts.repository.ts';
export {
  firstMembershipOf,
  type LoadedScope,
  loadOwnerScope,
  loadScope,
  loadScopes,
  membershipsOf,
  scopesOf,
} from './roles/role-assignments.repository.ts';
export { ACCOUNT_FLAGS, grantsOf } from './roles/role-grants.ts';
export { createBuiltInRoles } from './roles/roles.service.ts';
