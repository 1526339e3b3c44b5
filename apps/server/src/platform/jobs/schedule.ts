import { parseCrontab } from 'graphile-worker';

/** Whether this is the time of a job: five fields as in a crontab. */
export function isSchedule(text: string): boolean {
  try {
    return parseCrontab(`${text} job`).length === 1 && text.split(/\s+/).length === 5;
  } catch {
    return false;
  }
}
