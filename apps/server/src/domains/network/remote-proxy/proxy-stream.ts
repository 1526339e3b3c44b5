import { isIpv4, isReservedIpv4 } from '@airloom/contract/formats/network/ipv4';
import { proxyProtocol } from '@airloom/contract/remote-proxy/remote-proxy.model';
import { z } from 'zod';

/** The kind of stream that carries one proxied connection between the console and the gateway of the device. */
export const PROXY_STREAM = 'proxy';

export const proxyRequest = z.object({
  tenant: z.string(),
  deviceId: z.string(),
  protocol: proxyProtocol,
  address: z.string().refine((address) => isIpv4(address) && !isReservedIpv4(address)),
  port: z.number().int().min(1).max(65_535),
});
export type ProxyRequest = z.infer<typeof proxyRequest>;

/** The last message of a connection that its other end closed. */
export const CLOSED = 'closed';
