import { SECOND } from '@airloom/contract/time';
import { readAck } from '@airloom/device-protocol/extension';
import { type credentialsOf, ObedientDevice } from '../../testing/obedient-device.ts';

interface Kept {
  readonly seq: number;
  readonly at: number;
  readonly cpuPercent: number;
  readonly acknowledged: PromiseWithResolvers<void>;
}

/** A device that buffers each report until it is acknowledged, and reconnects whenever it is disconnected. */
export class KeepingDevice {
  id = '';
  readonly serial: string;
  readonly #anyPort: () => Promise<number>;
  readonly #device: ObedientDevice;
  readonly #began: number;
  #port = 0;
  #seq = 0;
  #kept: Kept | null = null;
  #isThere = false;
  #isConnected = false;

  /** `began`: the start of its clock; each of its reports is a second later than the one before. */
  constructor(
    anyPort: () => Promise<number>,
    serial: string,
    credentials: Awaited<ReturnType<typeof credentialsOf>>,
    began: number,
  ) {
    this.serial = serial;
    this.#anyPort = anyPort;
    this.#began = began;
    this.#device = new ObedientDevice(() => this.#port, serial, credentials);
    this.#device.keeps = true;
    this.#device.obey = ({ id, command }) => {
      if (command.name === 'configure') this.#device.runs = command.version;
      this.#device.answer(id);
    };
  }

  /** Connects, and reconnects whenever it is disconnected, until it leaves. */
  async come(): Promise<void> {
    this.#isThere = true;
    while (this.#isThere && !(await this.#connect()));
  }

  async leave(): Promise<void> {
    this.#isThere = false;
    await this.#device.drop();
  }

  /** Reports once. Returns the time of the measurement, after it was acknowledged. */
  async report(cpuPercent: number): Promise<number> {
    this.#seq += 1;
    const at = this.#began + this.#seq * SECOND;
    const kept = { seq: this.#seq, at, cpuPercent, acknowledged: Promise.withResolvers<void>() };
    this.#kept = kept;
    this.#send();
    await kept.acknowledged.promise;
    return at;
  }

  end(): void {
    this.#isThere = false;
    this.#device.end();
  }

  /** Whether the connection succeeded: the gateway may have died meanwhile. */
  async #connect(): Promise<boolean> {
    this.#port = await this.#anyPort();
    try {
      await this.#device.connect({ reason: 'socket' });
    } catch {
      return false;
    }
    const { socket } = this.#device.connection;
    if (socket.readyState !== socket.OPEN) return false;
    socket.on('message', (data: Buffer) => this.#receive(data.toString()));
    socket.on('close', () => {
      this.#isConnected = false;
      if (this.#isThere) void this.come();
    });
    this.#isConnected = true;
    this.#send();
    return true;
  }

  #receive(text: string): void {
    const acknowledged = readAck(text)?.seq;
    if (acknowledged === undefined || this.#kept === null || acknowledged < this.#kept.seq) return;
    const { acknowledged: promise } = this.#kept;
    this.#kept = null;
    promise.resolve();
  }

  #send(): void {
    if (this.#kept === null || !this.#isConnected) return;
    const { seq, at, cpuPercent } = this.#kept;
    this.#device.report({
      'x-airloom': { seq, at },
      state: { unit: { uptime: seq, cpu_load: [cpuPercent] } },
    });
  }
}
