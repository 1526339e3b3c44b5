export { createTerminals, foldClients } from './terminals.module.ts';
