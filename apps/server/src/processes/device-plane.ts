import { networkInterfaces } from 'node:os';
import { Runner } from '../domains/commands/index.ts';
import { combineFacts, type DeviceFacts } from '../domains/devices/device-facts.ts';
import { CAPTURES_PATH } from '../doors/captures/captures.ts';
import { GatewayConnections } from '../doors/gateway/connections.ts';
import { type Gateway, openGateway } from '../doors/gateway/gateway-door.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Platform } from '../platform/platform.ts';
import type { Settings } from '../platform/settings.ts';

export interface DevicePlane {
  readonly connections: GatewayConnections;
  /** Opens the door for devices; null when this process has none. */
  listen(consolePort: number): Promise<number | null>;
  stop(): Promise<void>;
}

/** All that holds devices' connections: the gateway door, and whoever sends to them or listens to them. */
export async function openDevicePlane(
  platform: Platform,
  bus: Bus,
  listeners: readonly Partial<DeviceFacts>[],
): Promise<DevicePlane> {
  const { settings } = platform;
  const connections = new GatewayConnections(platform.metrics, () => platform.now().getTime());
  let baseUrl = '';
  const runner = new Runner({
    platform,
    bus,
    link: connections,
    scans: combineFacts(listeners),
    uploadUri: (token) => `${baseUrl}${CAPTURES_PATH}/${token}`,
  });
  let gateway: Gateway | null = null;
  return {
    connections,
    listen: async (consolePort) => {
      const port = settings.GATEWAY_PORT;
      if (port === 'off') return null;
      baseUrl = urlForDevices(settings, consolePort);
      gateway = await openGateway({ platform, bus, connections, facts: [...listeners, runner] });
      runner.start();
      return gateway.listen(port);
    },
    stop: async () => {
      await gateway?.close();
      await runner.stop();
    },
  };
}

const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** How devices reach the web server: by its public name, else by an address of this machine. */
export function urlForDevices(
  { PUBLIC_URL, HOST }: Pick<Settings, 'PUBLIC_URL' | 'HOST'>,
  port: number,
): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL.replace(/\/+$/, '');
  const host = EVERYWHERE.has(HOST) ? ownAddress() : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function ownAddress(): string {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  return outside?.address ?? '127.0.0.1';
}
