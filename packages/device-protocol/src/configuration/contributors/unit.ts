import { posixTimeZone } from '../time-zone.ts';
import type { Contributor } from './contributor.ts';

/** Name, place, clock and lights of the device. */
export const unit: Contributor = ({ base }) => ({
  unit: {
    name: base.name,
    hostname: base.hostname,
    location: base.location,
    timezone: posixTimeZone(base.timeZone, yearOf(base.version)),
    'leds-active': base.ledsOn,
  },
});

/** Versions are Unix seconds. */
function yearOf(version: number): number {
  return new Date(version * 1000).getUTCFullYear();
}
