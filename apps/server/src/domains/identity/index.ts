export { createFirstAdministrator } from './first-start.ts';
export { createIdentity } from './identity.module.ts';
