export { gatewayAddress } from './common-urls.ts';
export { createFirstAdministrator } from './first-start.ts';
export { createIdentity } from './identity.module.ts';
export { forgetAuthenticators } from './identity.repository.ts';
