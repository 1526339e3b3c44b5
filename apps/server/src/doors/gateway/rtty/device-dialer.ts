import { type DeviceLink, LinkFailure } from '../../../domains/network/devices/device-link.ts';
import { hostOf } from '../device-addresses.ts';
import type { RttyLimits } from './limits.ts';
import type { RttyConnection, RttyDevice } from './rtty-connection.ts';
import type { RttyServer } from './rtty-server.ts';

export type DialFault =
  /** Not connected to this process. */
  | 'deviceOffline'
  | 'notSupported'
  | 'tooMany'
  /** The device answered the command with an error. */
  | 'deviceRefused'
  /** The device did not connect back in time, or with a wrong token. */
  | 'noConnection';

export class DialFailure extends Error {
  readonly reason: DialFault;

  constructor(reason: DialFault) {
    super(reason);
    this.name = 'DialFailure';
    this.reason = reason;
  }
}

export interface DialerParts {
  readonly server: RttyServer;
  readonly link: Pick<DeviceLink, 'isHere' | 'send'>;
  readonly limits: RttyLimits;
  supports(device: RttyDevice): boolean;
  /** Host and port at which the device reaches this gateway. */
  addressFor(device: RttyDevice): string;
}

const USER = 'root';
/** Longer than any idle session may last. */
const TIMEOUT_SECONDS = 3_600;

/** Asks devices of this process to connect back. */
export class DeviceDialer {
  readonly #parts: DialerParts;
  /** Connections that are open or expected. */
  readonly #counted = new Map<string, number>();

  constructor(parts: DialerParts) {
    this.#parts = parts;
  }

  /** @throws {DialFailure} */
  async connect(device: RttyDevice): Promise<RttyConnection> {
    const { link, supports } = this.#parts;
    if (!link.isHere(device.tenant, device.deviceId)) throw new DialFailure('deviceOffline');
    if (!supports(device)) throw new DialFailure('notSupported');
    const release = this.#reserve(device);
    try {
      const connection = await this.#dial(device);
      connection.onEnd(release);
      if (!connection.isOpen) release();
      return connection;
    } catch (error) {
      release();
      throw error;
    }
  }

  #dial(device: RttyDevice): Promise<RttyConnection> {
    const { server, link, addressFor } = this.#parts;
    const { promise, resolve, reject } = Promise.withResolvers<RttyConnection>();
    const key = server.expect({
      device,
      arrived: resolve,
      expired: () => reject(new DialFailure('noConnection')),
    });
    const fail = (reason: DialFault): void => {
      server.cancel(key);
      reject(new DialFailure(reason));
    };
    const command = {
      name: 'remoteShell',
      ...key,
      host: hostOf(addressFor(device)).replace(/^\[|\]$/g, ''),
      port: server.port,
      user: USER,
      timeoutSeconds: TIMEOUT_SECONDS,
    } as const;
    const ask = async (): Promise<void> => {
      const { error } = await link.send(device.tenant, device.deviceId, command);
      if (error !== 0) fail('deviceRefused');
    };
    ask().catch((error: unknown) => {
      // Without an answer the device may still connect.
      const isSilent = error instanceof LinkFailure && error.reason === 'noAnswer';
      if (!isSilent) fail('deviceOffline');
    });
    return promise;
  }

  /** Counts a connection of the device, its account and the process; returns how to release it. */
  #reserve({ tenant, deviceId }: RttyDevice): () => void {
    const { limits } = this.#parts;
    const bounds: readonly (readonly [key: string, max: number])[] = [
      [`${tenant} ${deviceId}`, limits.connectionsPerDevice],
      [tenant, limits.connectionsPerAccount],
      ['', limits.connectionsMax],
    ];
    if (bounds.some(([key, max]) => (this.#counted.get(key) ?? 0) >= max)) throw new DialFailure('tooMany');
    for (const [key] of bounds) this.#counted.set(key, (this.#counted.get(key) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      for (const [key] of bounds) {
        const left = (this.#counted.get(key) ?? 1) - 1;
        if (left === 0) this.#counted.delete(key);
        else this.#counted.set(key, left);
      }
    };
  }
}
