import { watchReports } from '../domains/monitoring/alarms/index.ts';
import { buildClientSessions } from '../domains/monitoring/clients/index.ts';
import { startIngest } from '../domains/monitoring/telemetry/index.ts';
import { type DeviceKey, ReportStarter, Runner } from '../domains/network/commands/index.ts';
import type { DeviceFacts } from '../domains/network/devices/device-facts.ts';
import { followUpgrades } from '../domains/network/firmware/index.ts';
import { CAPTURES_PATH } from '../doors/captures/captures.ts';
import { GatewayConnections } from '../doors/gateway/connections.ts';
import { consoleUrlFor, gatewayAddressFor, hostOf } from '../doors/gateway/device-addresses.ts';
import { FirmwareHttp, imageUri } from '../doors/gateway/firmware/firmware-http.ts';
import { PlainFirmware } from '../doors/gateway/firmware/plain-firmware.ts';
import { SignedTokens } from '../doors/gateway/firmware/signed-tokens.ts';
import { openGateway } from '../doors/gateway/gateway-server.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { BusStreams } from '../platform/bus/bus-streams.ts';
import { newId } from '../platform/ids.ts';
import type { Platform } from '../platform/platform.ts';
import { openRemoteAccess } from './remote-access.ts';

/** The part of the platform that device connections need: no browsers, no scheduled jobs. */
export type DevicePlatform = Pick<
  Platform,
  | 'settings'
  | 'log'
  | 'metrics'
  | 'database'
  | 'vault'
  | 'files'
  | 'quotas'
  | 'now'
  | 'monotonic'
  | 'wakeOutbox'
>;

export interface DevicePlane {
  /**
   * Starts the device gateway; without a port at the default one. `consolePort` is that of a console in this process;
   * one elsewhere has a public URL.
   */
  listen(port: number | undefined, consolePort?: number): Promise<number>;
  stop(): Promise<void>;
}

/** Everything that needs device connections: the gateway, and the services that send to devices or process reports. */
export async function openDevicePlane(platform: DevicePlatform, bus: Bus): Promise<DevicePlane> {
  const gatewayId = newId();
  const connections = new GatewayConnections(platform.metrics, platform.monotonic);
  const { ingest, facts } = startIngest(platform, bus, connections);
  const clients = buildClientSessions(platform, bus, ingest);
  const alarms = watchReports(platform, bus, ingest);
  const upgrades = followUpgrades(platform, bus);
  const { settings } = platform;
  const firmware = new FirmwareHttp(upgrades.images, platform.log);
  const plain =
    settings.FIRMWARE_HTTP_PORT === undefined
      ? null
      : new PlainFirmware(firmware, new SignedTokens(platform.vault, platform.now));
  const ports = { console: 0, gateway: 0 };
  const sessionOf = ({ tenant, deviceId }: DeviceKey) => connections.find(tenant, deviceId);
  const addressFor = (device: DeviceKey): string =>
    gatewayAddressFor(sessionOf(device)?.host ?? null, settings, ports.gateway);
  const streams = new BusStreams(bus, gatewayId, platform.log);
  const remoteAccess = openRemoteAccess({ platform, streams, connections, addressFor });
  const starter = new ReportStarter(platform, connections);
  const runner = new Runner({
    platform,
    bus,
    gatewayId,
    link: connections,
    telemetrySeconds: starter.secondsOf,
    scans: { onScan: (device, entries, at) => facts.onScan?.(device, entries, at) },
    uploadUri: (device, token) => {
      const base = consoleUrlFor(hostOf(addressFor(device)), settings, ports.console);
      return `${base}${CAPTURES_PATH}/${token}`;
    },
    imageUri: (device, token) =>
      plain !== null && sessionOf(device)?.device?.kind === 'switch'
        ? plain.uri(hostOf(addressFor(device)), token)
        : imageUri(addressFor(device), token),
  });
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
    firmware,
    facts: listeners,
  });
  return {
    listen: async (port, consolePort = 0) => {
      ports.console = consolePort;
      await plain?.listen(settings.GATEWAY_HOST, settings.FIRMWARE_HTTP_PORT ?? 0);
      runner.start();
      starter.start();
      ports.gateway = await gateway.listen(port);
      await remoteAccess.listen();
      return ports.gateway;
    },
    stop: async () => {
      starter.stop();
      streams.close();
      await remoteAccess.stop();
      await plain?.close();
      await gateway.close();
      await runner.stop();
      await upgrades.stop();
      await ingest.stop();
      alarms.stop();
    },
  };
}
