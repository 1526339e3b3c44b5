import { DAY } from '@airloom/contract/time';
import { CertificateAuthority } from '../domains/network/devices/admission/certificate-authority.ts';
import type { GatewayConnections } from '../doors/gateway/connections.ts';
import { DeviceDialer } from '../doors/gateway/rtty/device-dialer.ts';
import { RTTY_LIMITS } from '../doors/gateway/rtty/limits.ts';
import { serveProxies } from '../doors/gateway/rtty/proxy-bridge.ts';
import type { RttyDevice } from '../doors/gateway/rtty/rtty-connection.ts';
import { RttyServer } from '../doors/gateway/rtty/rtty-server.ts';
import { serveShells } from '../doors/gateway/rtty/shell-bridge.ts';
import { serverIdentity } from '../doors/gateway/server-identity.ts';
import type { BusStreams } from '../platform/bus/bus-streams.ts';
import type { DevicePlatform } from './device-plane.ts';

export interface RemoteAccessParts {
  readonly platform: DevicePlatform;
  readonly streams: BusStreams;
  readonly connections: GatewayConnections;
  /** Host and port at which the device reaches this gateway. */
  addressFor(device: RttyDevice): string;
}

export interface RemoteAccess {
  listen(): Promise<void>;
  stop(): Promise<void>;
}

const RENEW_EVERY_MS = DAY / 2;

/** Connections that devices make back for shells and proxies: the rtty server, and the streams to the console. */
export function openRemoteAccess(parts: RemoteAccessParts): RemoteAccess {
  const { platform, streams, connections, addressFor } = parts;
  const { settings, log, metrics, monotonic } = platform;
  const server = new RttyServer({
    limits: RTTY_LIMITS,
    log,
    metrics,
    acceptsPlain: settings.RTTY_PLAIN,
    mainConnections: {
      seenAt: ({ tenant, deviceId }) => connections.seenAt(tenant, deviceId),
      ping: ({ tenant, deviceId }) => connections.ping(tenant, deviceId),
    },
    secureContext: async () => {
      const now = platform.now();
      return serverIdentity(await CertificateAuthority.open(settings.dataDir, now), settings, now);
    },
    monotonic,
  });
  const dialer = new DeviceDialer({
    server,
    link: connections,
    limits: RTTY_LIMITS,
    supports: ({ tenant, deviceId }) =>
      server.port !== 0 && connections.find(tenant, deviceId)?.device?.abilities.remoteShell === true,
    addressFor,
  });
  let renewing: NodeJS.Timeout | null = null;
  return {
    listen: async () => {
      serveShells(streams, dialer, log);
      serveProxies(streams, dialer, log);
      const { RTTY_PORT, GATEWAY_PORT, GATEWAY_HOST } = settings;
      if (RTTY_PORT === 'off') return;
      // Any free port, if devices connect to any free port.
      await server.listen(GATEWAY_HOST, RTTY_PORT ?? (GATEWAY_PORT === 0 ? 0 : undefined));
      renewing = setInterval(() => {
        server
          .renewCertificate()
          .catch((error: unknown) => log.error({ err: error }, 'renewing the certificate failed'));
      }, RENEW_EVERY_MS);
    },
    stop: async () => {
      if (renewing !== null) clearInterval(renewing);
      await server.close();
    },
  };
}
