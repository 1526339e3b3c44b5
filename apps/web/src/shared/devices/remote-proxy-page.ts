export const REMOTE_PROXY_PATH = '/monitor/remoteProxy';

/** Opens the form for a proxy to this device. */
export function proxyToDevice(deviceUUID: string): string {
  return `${REMOTE_PROXY_PATH}?${new URLSearchParams({ create: deviceUUID })}`;
}
