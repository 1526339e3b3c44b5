export { buildClientSessions, createTerminals } from './clients.module.ts';
export { GRADE_SUMS } from './history/rollup.repository.ts';
export { atDevicesOfKinds, isThere } from './history/sessions-in-reach.repository.ts';
export { clientNames } from './known/client-names.repository.ts';
export { findClients } from './known/known.repository.ts';
export { ROAMING_MS } from './sessions/roaming.ts';
