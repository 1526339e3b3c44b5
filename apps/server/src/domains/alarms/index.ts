export { type AlarmsModule, createAlarms } from './alarms.module.ts';
export { watchReports } from './watch-reports.ts';
