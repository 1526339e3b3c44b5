import { DAY, HOUR, MINUTE, SECOND } from '../time.ts';

export const REMOTE_PROXY_LIMITS = {
  hoursMin: 1,
  hoursMax: 24,
  hoursUsual: 1,
  sourcesMax: 20,
  /** Devices to choose from at once; a search finds others. */
  devicesShown: 50,
  /** From its creation until a link is opened for the first time; a link is valid once. */
  linkMs: 5 * MINUTE,
  /** Links of one proxy that are valid at the same time. */
  linksMax: 10,
  /** Ended proxies stay in the list this long. */
  endedKeptMs: 30 * DAY,
  /** Proxies that one person may create. */
  created: { atOnce: 60, perSecond: 60 / (HOUR / SECOND) },
  /** Of one proxy. */
  connectionsMax: 64,
  connectionsPerAddress: 32,
  connections: { atOnce: 100, perSecond: 20 },
  requests: { atOnce: 300, perSecond: 60 },
  /** Connections and requests without access to it, which are refused. */
  strangersMax: 32,
  strangersPerAddress: 16,
  strangerRequests: { atOnce: 60, perSecond: 10 },
  /** Of one account, over all its proxies. */
  connectionsPerAccount: 256,
  /** Share of the ports of an installation that one account may hold. */
  portsShare: 0.5,
} as const;
