import { posixTimeZone } from '../time-zone.ts';
import type { Contributor } from './contributor.ts';

/** Name, place, clock and lights of the device. Versions are Unix seconds. */
export const unit: Contributor = ({ base, effective }) => ({
  unit: {
    name: base.name,
    hostname: effective.switch?.base?.value.hostname || base.hostname,
    location: base.location,
    timezone: posixTimeZone(base.timeZone, base.version * 1000),
    'leds-active': base.ledsOn,
  },
});
