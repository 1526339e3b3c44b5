import type { Place } from '../../shared/session/place.ts';

const DEVICES = '/device/all';
const LOGS = '/alarm/logs';

type Filters = Readonly<Record<string, string | undefined>>;

function address(path: string, filters: Filters): string {
  const query = new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Which lists the role may open. */
export interface Held {
  lists: boolean;
  logs: boolean;
}

/** The time that was counted. */
export interface Counted {
  from: string;
  to: string;
}

/** Lists about the place that was counted. Logs are about a site or about everything: an organization has none. */
export function linksOf({ siteUUID, enterpriseUUID }: Place, at: string | undefined, { lists, logs }: Held) {
  const log = (tab: string, { from, to }: Counted, filters: Filters) =>
    logs && enterpriseUUID === undefined ? address(LOGS, { tab, siteUUID, from, to, ...filters }) : undefined;
  return {
    devices: (filters: Filters = {}) => (lists ? address(DEVICES, { ...filters, at }) : undefined),
    /** When devices went away in that time. */
    outages: (window: Counted) => log('device', window, { type: 'offline' }),
    /** Who was there in that time, all or those of a network. */
    visits: (window: Counted, ssid?: string) => log('terminal', window, { ssid }),
  };
}
