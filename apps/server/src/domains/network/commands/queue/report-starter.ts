import type { Hello } from '@airloom/device-protocol/model';
import type { Platform } from '../../../../platform/platform.ts';
import type { ConnectedDevice, DeviceFacts, DeviceLink } from '../../devices/index.ts';

const EVERY_MS = 5_000;
const SILENT_MS = 90_000;
/** A device without reports is asked again after this time. */
const AGAIN_MS = 15 * 60_000;
const INTERVAL_SECONDS = 60;
/** Up to this version a device has no configuration, and therefore does not report. */
const NO_CONFIGURATION = 1;

interface Silent {
  readonly device: ConnectedDevice;
  askAt: number;
}

/**
 * Starts reports of devices whose configuration does not. They are sent a telemetry command, which does not change
 * their configuration and ends with the connection.
 */
export class ReportStarter implements Pick<DeviceFacts, 'onHello' | 'onReports' | 'onDisconnected'> {
  readonly #platform: Pick<Platform, 'log' | 'monotonic'>;
  readonly #link: Pick<DeviceLink, 'send'>;
  /** Connection → device that has not reported yet. */
  readonly #silent = new Map<string, Silent>();
  /** Device → connection on which telemetry was requested. */
  readonly #asked = new Map<string, string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(platform: Pick<Platform, 'log' | 'monotonic'>, link: Pick<DeviceLink, 'send'>) {
    this.#platform = platform;
    this.#link = link;
  }

  start(): void {
    this.#timer = setInterval(() => this.#ask(), EVERY_MS);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** Requested report interval in seconds; 0 without a request. */
  readonly secondsOf = (deviceId: string): number => (this.#asked.has(deviceId) ? INTERVAL_SECONDS : 0);

  onHello(device: ConnectedDevice, hello: Hello): void {
    // Devices with acknowledged reports report by themselves.
    if (device.abilities.acknowledgedReports) return;
    const at = this.#platform.monotonic();
    // A switch lists its ports in reports only.
    const atOnce = device.kind === 'switch' && hello.configVersion <= NO_CONFIGURATION;
    this.#asked.delete(device.deviceId);
    this.#silent.set(device.connectionId, { device, askAt: atOnce ? at : at + SILENT_MS });
    if (atOnce) this.#ask();
  }

  onReports({ connectionId }: ConnectedDevice): void {
    this.#silent.delete(connectionId);
  }

  onDisconnected({ deviceId, connectionId }: ConnectedDevice): void {
    this.#silent.delete(connectionId);
    if (this.#asked.get(deviceId) === connectionId) this.#asked.delete(deviceId);
  }

  #ask(): void {
    const now = this.#platform.monotonic();
    for (const silent of this.#silent.values()) {
      if (silent.askAt > now) continue;
      silent.askAt = now + AGAIN_MS;
      const { tenant, deviceId, connectionId } = silent.device;
      this.#asked.set(deviceId, connectionId);
      this.#link
        .send(tenant, deviceId, { name: 'telemetry', intervalSeconds: INTERVAL_SECONDS })
        .catch((error: unknown) =>
          this.#platform.log.info({ err: error, tenant, deviceId }, 'telemetry was not started'),
        );
    }
  }
}
