export { acceptInvitationFor } from './acceptance.service.ts';
export { createAccess } from './access.module.ts';
export { firstMembershipOf, type LoadedScope, loadScope, membershipsOf } from './hats.repository.ts';
export { setDelivery } from './invitations.service.ts';
export {
  addMembership,
  holdMembership,
  removeMemberships,
  roleRecordsOf,
  updateAlias,
} from './memberships.service.ts';
export { createBuiltInRoles } from './roles.service.ts';
export { peopleAmong } from './sub-accounts.repository.ts';
