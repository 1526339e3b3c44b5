export { createSearch } from './search.module.ts';
