export { createStatistics } from './statistics.module.ts';
