export { gatewayAddress } from './common-urls.ts';
export { createFirstAdministrator } from './first-start.ts';
export { createIdentity } from './identity.module.ts';
