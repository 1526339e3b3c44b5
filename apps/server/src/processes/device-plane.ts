import { watchReports } from '../domains/alarms/index.ts';
import { ReportStarter, Runner } from '../domains/commands/index.ts';
import type { DeviceFacts } from '../domains/devices/device-facts.ts';
import { followUpgrades } from '../domains/firmware/index.ts';
import { takeIn } from '../domains/telemetry/index.ts';
import { foldClients } from '../domains/terminals/index.ts';
import { CAPTURES_PATH } from '../doors/captures/captures.ts';
import { GatewayConnections } from '../doors/gateway/connections.ts';
import { imageUri } from '../doors/gateway/firmware-http.ts';
import { openGateway } from '../doors/gateway/gateway-door.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { newId } from '../platform/ids.ts';
import { outsideAddresses } from '../platform/outside-addresses.ts';
import type { Platform } from '../platform/platform.ts';
import type { Settings } from '../platform/settings.ts';

/** What holding devices takes of the platform: no browsers, no scheduled work. */
export type DevicePlatform = Pick<
  Platform,
  'settings' | 'log' | 'metrics' | 'database' | 'vault' | 'files' | 'now' | 'kickOutbox'
>;

export interface DevicePlane {
  /** Opens the door for devices, who reach the console at `consoleUrl`; without a port at the usual one. */
  listen(consoleUrl: string, port: number | undefined): Promise<number>;
  stop(): Promise<void>;
}

/** All that holds devices' connections: the gateway door, and whoever sends to them or listens to them. */
export async function openDevicePlane(platform: DevicePlatform, bus: Bus): Promise<DevicePlane> {
  const gatewayId = newId();
  const connections = new GatewayConnections(platform.metrics, () => platform.now().getTime());
  const { ingest, facts } = takeIn(platform, bus, connections);
  const clients = foldClients(platform, bus, ingest);
  const alarms = watchReports(platform, bus, ingest);
  const upgrades = followUpgrades(platform, bus);
  let baseUrl = '';
  const runner = new Runner({
    platform,
    bus,
    gatewayId,
    link: connections,
    scans: { onScan: (device, entries, at) => facts.onScan?.(device, entries, at) },
    uploadUri: (token) => `${baseUrl}${CAPTURES_PATH}/${token}`,
    imageUri: ({ tenant, deviceId }, token) =>
      imageUri(connections.find(tenant, deviceId)?.host ?? ownAddress(), token),
  });
  const starter = new ReportStarter(platform, connections);
  const listeners: readonly Partial<DeviceFacts>[] = [
    facts,
    clients,
    alarms.facts,
    upgrades.facts,
    runner,
    starter,
  ];
  const gateway = await openGateway({
    platform,
    bus,
    gatewayId,
    connections,
    images: upgrades.images,
    facts: listeners,
  });
  return {
    listen: (consoleUrl, port) => {
      baseUrl = consoleUrl;
      runner.start();
      starter.start();
      return gateway.listen(port);
    },
    stop: async () => {
      starter.stop();
      await gateway.close();
      await runner.stop();
      await upgrades.stop();
      await ingest.stop();
      alarms.stop();
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
  return outsideAddresses()[0] ?? '127.0.0.1';
}
