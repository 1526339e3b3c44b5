import type { Hello } from '@airloom/device-protocol/model';
import type { Platform } from '../../../../platform/platform.ts';
import type { ConnectedDevice, DeviceFacts, DeviceLink } from '../../devices/index.ts';

const EVERY_MS = 5_000;
const SILENT_MS = 90_000;
/** After that long without a report a device is asked again. */
const AGAIN_MS = 15 * 60_000;
const INTERVAL_SECONDS = 60;
/** Up to this version a device has no configuration, and therefore nothing that makes it report. */
const NO_CONFIGURATION = 1;

interface Silent {
  readonly device: ConnectedDevice;
  askAt: number;
}

/**
 * Makes devices report that do not do so by themselves, because their configuration does not ask for it. They are
 * asked for telemetry, which changes nothing of their configuration and ends with the connection.
 */
export class ReportStarter implements Pick<DeviceFacts, 'onHello' | 'onReports' | 'onGone'> {
  readonly #platform: Pick<Platform, 'log' | 'monotonic'>;
  readonly #link: Pick<DeviceLink, 'send'>;
  /** By connection: devices that have not reported yet. */
  readonly #silent = new Map<string, Silent>();
  /** Devices that were asked, with the connection they were asked on. */
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

  /** Every how many seconds the device was asked to report; 0 when it was not. */
  readonly secondsOf = (deviceId: string): number => (this.#asked.has(deviceId) ? INTERVAL_SECONDS : 0);

  onHello(device: ConnectedDevice, hello: Hello): void {
    // What keeps its reports until they are acknowledged reports by itself.
    if (device.abilities.acknowledgedReports) return;
    const at = this.#platform.monotonic();
    // A switch names its ports in reports only.
    const atOnce = device.kind === 'switch' && hello.configVersion <= NO_CONFIGURATION;
    this.#asked.delete(device.deviceId);
    this.#silent.set(device.connectionId, { device, askAt: atOnce ? at : at + SILENT_MS });
    if (atOnce) this.#ask();
  }

  onReports({ connectionId }: ConnectedDevice): void {
    this.#silent.delete(connectionId);
  }

  onGone({ deviceId, connectionId }: ConnectedDevice): void {
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
