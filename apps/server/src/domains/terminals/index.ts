export { ROAMING_MS } from './roaming.ts';
export { GRADE_SUMS } from './rollup.repository.ts';
export { atDevicesOfKinds, isThere } from './sessions-in-reach.repository.ts';
export { createTerminals, foldClients } from './terminals.module.ts';
