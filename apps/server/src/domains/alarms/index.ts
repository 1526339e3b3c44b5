export { alarmEvents } from './alarms.handlers.ts';
export { type AlarmsModule, createAlarms } from './alarms.module.ts';
export { AlarmSweep } from './sweep.ts';
export { watchReports } from './watch-reports.ts';
