import { REPORT_EVERY_MIN_SECONDS } from '../base-settings.ts';
import type { Contributor } from './contributor.ts';

/** What the device reports, and how often. */
export const metrics: Contributor = ({ kind, base }) => {
  const interval = Math.max(REPORT_EVERY_MIN_SECONDS, Math.round(base.reportEverySeconds));
  const isSwitch = kind === 'switch';
  return {
    metrics: {
      statistics: { interval, types: isSwitch ? ['lldp', 'clients'] : ['ssids', 'lldp', 'clients'] },
      health: { interval },
      realtime: {
        types: isSwitch ? ['wired', 'health', 'unit'] : ['client', 'wifi', 'wired', 'health', 'unit'],
      },
    },
  };
};
