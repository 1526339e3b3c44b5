import { posixTimeZone } from '../time-zone.ts';
import type { Contributor } from './contributor.ts';

/** Name, place, clock and lights of the device. Versions are Unix seconds. */
export const unit: Contributor = ({ base }) => ({
  unit: {
    name: base.name,
    hostname: base.hostname,
    location: base.location,
    timezone: posixTimeZone(base.timeZone, base.version * 1000),
    'leds-active': base.ledsOn,
  },
});
