export { createTerminals } from './terminals.module.ts';
