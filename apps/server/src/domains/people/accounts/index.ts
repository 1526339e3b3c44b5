export { createAccounts } from './accounts.module.ts';
export { accountName, closeAccount } from './accounts.repository.ts';
export { openAccount } from './accounts.service.ts';
export { demoParts, demoVisitor, noteDemoPart } from './demo.repository.ts';
export { fillDemo } from './demo.ts';
export { type DemoEstate, type DemoSite, demoSites } from './demo-sites.ts';
export { missingSendersFor } from './senders.service.ts';
