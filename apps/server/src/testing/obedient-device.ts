import { once } from 'node:events';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { DeviceCommand } from '@airloom/device-protocol/commands';
import { readCommand } from '@airloom/device-protocol/commands';
import { CertificateAuthority } from '../domains/network/devices/admission/certificate-authority.ts';
import { earlierCertificate } from '../domains/network/devices/testing/certificates.ts';
import { type Credentials, VirtualDevice } from '../domains/network/devices/testing/virtual-device.ts';

/** A certificate of the installation with this data folder that needs no row in its database. */
export async function credentialsOf(dataDir: string, tenant: string, serial: string): Promise<Credentials> {
  await CertificateAuthority.open(dataDir, new Date());
  return earlierCertificate(dataDir, tenant, serial);
}

export interface Received {
  readonly id: number;
  readonly command: DeviceCommand;
}

export interface Saying {
  readonly reason?: string | undefined;
  readonly firmware?: string | undefined;
  readonly runs?: number | undefined;
}

/** What tests of commands and upgrades need of a device they control. */
export interface TestDevice {
  readonly serial: string;
  readonly kind: DeviceKind;
  readonly received: readonly Received[];
  obey: (received: Received) => void;
  /** The version of its configuration. */
  runs: number;
  firmware: string;
  connect(saying?: Saying): Promise<void>;
  answer(id: number, status?: object): void;
  report(): void;
  drop(): Promise<void>;
  restart(saying?: Saying): Promise<void>;
}

/** A device on a real socket that records received messages, and behaves as the test defines. */
export class ObedientDevice implements TestDevice {
  readonly serial: string;
  readonly kind: DeviceKind;
  readonly received: Received[] = [];
  /** Its reaction to a command; nothing by default. */
  obey: (received: Received) => void = () => undefined;
  runs = 1;
  firmware = 'one';
  /** Whether it buffers its reports until they are acknowledged. */
  keeps = false;
  /** Headers of its connection, beside the default ones. */
  headers: Readonly<Record<string, string>> = {};
  startedAt = Date.now() - 1_000_000;
  readonly #port: () => number;
  readonly #credentials: Credentials;
  #connection: VirtualDevice | null = null;

  constructor(port: () => number, serial: string, credentials: Credentials, kind: DeviceKind = 'ap') {
    this.#port = port;
    this.serial = serial;
    this.#credentials = credentials;
    this.kind = kind;
  }

  get connection(): VirtualDevice {
    if (this.#connection === null) throw new Error('The device is not connected');
    return this.#connection;
  }

  async connect({ reason = 'power-on', firmware, runs }: Saying = {}): Promise<void> {
    this.firmware = firmware ?? this.firmware;
    this.runs = runs ?? this.runs;
    const connection = new VirtualDevice(this.#port(), this.serial, this.#credentials, {
      headers: this.headers,
    });
    this.#connection = connection;
    connection.socket.on('message', (data) => {
      if (Buffer.isBuffer(data)) this.#receive(data.toString());
    });
    const opened = await connection.opened();
    if (opened !== 'open') throw new Error(`The gateway answered ${opened}`);
    connection.say('connect', {
      firmware: this.firmware,
      uuid: this.runs,
      reason,
      capabilities: {
        compatible: 'virtual',
        model: 'virtual',
        platform: this.kind === 'switch' ? 'switch' : 'ap',
        wifi: this.kind === 'ap' ? { radio: { band: ['5G'], channels: [36] } } : {},
        'x-airloom': { kind: this.kind, keeps: this.keeps },
      },
    });
  }

  #receive(text: string): void {
    const read = readCommand(text);
    if (read === null) return;
    if (!('command' in read)) throw new Error(`A command cannot be read: ${text}`);
    this.received.push(read);
    this.obey(read);
  }

  answer(id: number, status: object = { error: 0, text: 'Success' }): void {
    this.connection.answer(id, status);
  }

  report(more: object = {}): void {
    const uptime = Math.floor((Date.now() - this.startedAt) / 1000);
    this.connection.say('state', { uuid: this.runs, state: { unit: { uptime } }, ...more });
  }

  /** Its connection breaks. */
  async drop(): Promise<void> {
    const { socket } = this.connection;
    const closed = once(socket, 'close');
    socket.terminate();
    await closed;
  }

  /** Restarts, and reports that after reconnecting. */
  async restart(saying: Saying = {}): Promise<void> {
    await this.drop();
    this.startedAt = Date.now();
    await this.connect({ reason: 'reboot', ...saying });
  }

  end(): void {
    this.#connection?.end();
  }
}
