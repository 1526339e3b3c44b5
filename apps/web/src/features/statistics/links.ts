import type { Place } from '../../shared/session/place.ts';
import { EVERYTHING } from '../../shared/session/scope-address.ts';

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
export interface AllowedLists {
  lists: boolean;
  logs: boolean;
}

/** The counted span. */
export interface Counted {
  from: string;
  to: string;
}

/** Lists for the counted place. */
export function linksOf({ siteUUID, enterpriseUUID }: Place, { lists, logs }: AllowedLists) {
  const at = siteUUID ?? enterpriseUUID ?? EVERYTHING;
  const log = (tab: string, { from, to }: Counted, filters: Filters) =>
    logs ? address(LOGS, { tab, from, to, ...filters, at }) : undefined;
  return {
    devices: (filters: Filters = {}) => (lists ? address(DEVICES, { ...filters, at }) : undefined),
    /** Offline events in the span. */
    outages: (window: Counted) => log('device', window, { type: 'offline' }),
    /** Client sessions in the span, optionally of one network. */
    visits: (window: Counted, ssid?: string) => log('terminal', window, { ssid }),
  };
}
