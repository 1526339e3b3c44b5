import { z } from 'zod';
import { deviceKind } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';

/** How the target is addressed; the device itself encrypts HTTPS. */
export const PROXY_PROTOCOLS = ['http', 'https', 'tcp'] as const;
export const proxyProtocol = z.enum(PROXY_PROTOCOLS);
export type ProxyProtocol = z.infer<typeof proxyProtocol>;

export const PROXY_ENDS = [
  'stopped',
  'expired',
  /** The account does not use remote proxies any more. */
  'switchedOff',
  /** Its creator left, or may not use it any more. */
  'accessLost',
] as const;
export const proxyEnd = z.enum(PROXY_ENDS);
export type ProxyEnd = z.infer<typeof proxyEnd>;

export const remoteProxyRow = z.object({
  proxyUUID: uuid,
  deviceUUID: uuid,
  deviceName: z.string(),
  deviceKind,
  protocol: proxyProtocol,
  localAddress: z.string(),
  localPort: z.number().int(),
  publicHost: z.string(),
  publicPort: z.number().int(),
  /** Where it may be used from; anywhere if it is empty. */
  sources: z.array(z.string()),
  createdBy: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
  endedAt: timestamp.nullable(),
  end: proxyEnd.nullable(),
  /** Sent to the device, and received from it. */
  bytesIn: z.number().int(),
  bytesOut: z.number().int(),
  lastUsedAt: timestamp.nullable(),
  lastAddress: z.string().nullable(),
  /** Connections at this moment. */
  connections: z.number().int(),
});
export type RemoteProxyRow = z.infer<typeof remoteProxyRow>;

/** A device that a proxy can lead through. */
export const proxyDevice = z.object({
  deviceUUID: uuid,
  name: z.string(),
  ip: z.string(),
  /** HTTP and HTTPS. */
  web: z.boolean(),
  tcp: z.boolean(),
});
export type ProxyDevice = z.infer<typeof proxyDevice>;

export const createdProxy = z.object({
  proxyUUID: uuid,
  publicHost: z.string(),
  publicPort: z.number().int(),
  /** Opens the page once, within five minutes; null for TCP. */
  link: z.string().nullable(),
});
export type CreatedProxy = z.infer<typeof createdProxy>;

/** Why web pages cannot be opened: the operator has set no ports, or no host name other than the console's. */
export const webProblem = z.enum(['noPorts', 'noOwnHost']);
export type WebProblem = z.infer<typeof webProblem>;

export const remoteProxyState = z.object({
  enabled: z.boolean(),
  /** The caller’s address, as proxies see it. */
  address: z.string(),
  webProblem: webProblem.nullable(),
  /** Whether the operator has set ports. */
  available: z.boolean(),
});
export type RemoteProxyState = z.infer<typeof remoteProxyState>;
