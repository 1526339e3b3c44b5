export { createAlarms } from './alarms.module.ts';
export { watchReports } from './evaluation/watch-reports.ts';
export { visibleAlarms } from './history/visible-alarms.ts';
