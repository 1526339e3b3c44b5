import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { readCommand } from '@airloom/device-protocol/commands';
import { expect } from 'vitest';
import type { OneDevice } from '../../../simulator/src/testing/one-device.ts';
import type { Received, Saying, TestDevice } from './obedient-device.ts';
import { WITHIN } from './within.ts';

const SUCCESS = { error: 0, text: 'Success' };

/** A simulated third-party client whose commands a test answers. It connects, reports and restarts as that client. */
export class ProfiledDevice implements TestDevice {
  readonly received: Received[] = [];
  obey: (received: Received) => void = () => undefined;
  readonly #client: OneDevice;

  constructor(client: OneDevice) {
    this.#client = client;
    client.handle = (frame) => this.#receive(frame);
  }

  get serial(): string {
    return this.#client.serial;
  }

  get kind(): DeviceKind {
    return this.#client.node.kind;
  }

  get runs(): number {
    return this.#client.device.uuid;
  }

  set runs(version: number) {
    this.#client.device.uuid = version;
    this.#client.device.latestVersion = version;
  }

  get firmware(): string {
    return this.#client.node.firmware;
  }

  set firmware(firmware: string) {
    this.#client.node.firmware = firmware;
  }

  /** Telemetry requests, which switches get when they connect, are answered by the client. */
  #receive(frame: string): boolean {
    const read = readCommand(frame);
    if (read === null || !('command' in read) || read.command.name === 'telemetry') return false;
    this.received.push(read);
    this.obey(read);
    return true;
  }

  async connect({ reason, firmware, runs }: Saying = {}): Promise<void> {
    const { device } = this.#client;
    await this.#connected(() => {
      this.#become({ firmware, runs });
      device.reason = reason ?? device.reason;
      device.plugIn();
    });
  }

  answer(id: number, status: object = SUCCESS): void {
    this.#client.device.answer(id, { ...status });
  }

  report(): void {
    const { device } = this.#client;
    device.report(device.now(), false);
  }

  async drop(): Promise<void> {
    this.#client.device.unplug();
  }

  async restart({ reason = 'reboot', firmware, runs }: Saying = {}): Promise<void> {
    const { device } = this.#client;
    await this.#connected(() => {
      device.powerDown(reason);
      this.#become({ firmware, runs });
      device.powerUp(reason);
    });
  }

  #become({ firmware, runs }: Pick<Saying, 'firmware' | 'runs'>): void {
    this.firmware = firmware ?? this.firmware;
    this.runs = runs ?? this.runs;
  }

  async #connected(act: () => void): Promise<void> {
    const times = () => this.#client.framesOf('sent', 'connect').length;
    const before = times();
    act();
    await expect.poll(times, WITHIN).toBe(before + 1);
  }
}
