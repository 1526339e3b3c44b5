export { createAlarms } from './alarms.module.ts';
export { findActiveAlarms } from './alarms.repository.ts';
export { watchReports } from './evaluation/watch-reports.ts';
export { storePastAlarms } from './history/past-outages.repository.ts';
export { visibleAlarms } from './history/visible-alarms.ts';
