export { createAlarms } from './alarms.module.ts';
export { visibleAlarms } from './visible-alarms.ts';
export { watchReports } from './watch-reports.ts';
