export { createAccounts } from './accounts.module.ts';
export { closeAccount } from './accounts.repository.ts';
export { openAccount } from './accounts.service.ts';
export { demoVisitor } from './demo.repository.ts';
export { fillDemo } from './demo.ts';
export { type DemoSite, demoSites } from './demo-sites.ts';
export { missingSendersFor } from './senders.service.ts';
