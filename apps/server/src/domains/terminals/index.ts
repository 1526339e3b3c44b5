export { ROAMING_MS } from './roaming.ts';
export { createTerminals, foldClients } from './terminals.module.ts';
