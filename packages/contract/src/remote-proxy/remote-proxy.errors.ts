import type { ErrorRow } from '../common-errors.ts';

export const REMOTE_PROXY_ERRORS = {
  remoteProxyOff: { code: 41200, http: 200 },
  remoteProxyUnavailable: { code: 41201, http: 200 },
  remoteProxyNoOwnHost: { code: 41202, http: 200 },
  remoteProxyNotSupported: { code: 41203, http: 200 },
  remoteProxyDeviceOffline: { code: 41204, http: 200 },
  remoteProxyPortsUsed: { code: 41205, http: 200 },
  remoteProxyEnded: { code: 41206, http: 200 },
  remoteProxyNoPage: { code: 41207, http: 200 },
  remoteProxyShareUsed: { code: 41208, http: 200 },
} as const satisfies Record<string, ErrorRow>;
