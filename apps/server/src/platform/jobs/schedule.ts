import { parseCrontab } from 'graphile-worker';

/** Whether a job is due at this time: five fields as in a crontab. */
export function isSchedule(text: string): boolean {
  try {
    return parseCrontab(`${text} job`).length === 1 && text.split(/\s+/).length === 5;
  } catch {
    return false;
  }
}
