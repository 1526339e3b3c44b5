export { gatewayAddress } from './account/common-urls.ts';
export { createFirstAdministrator } from './account/first-start.ts';
export { createIdentity } from './identity.module.ts';
export { forgetAuthenticators } from './identity.repository.ts';
