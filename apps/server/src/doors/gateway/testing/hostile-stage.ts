import { expect } from 'vitest';
import type { VirtualDevice } from '../../../domains/network/devices/testing/virtual-device.ts';
import { eventually, GatewayHarness, newSerial, type RunningGateway } from './gateway-harness.ts';

/** A gateway with low limits, and an unrelated account whose device no hostile one may affect. */
export class HostileStage {
  readonly harness: GatewayHarness;
  readonly running: RunningGateway;
  /** Of the hostile devices. */
  readonly tenant: string;
  readonly bystander: string;
  readonly good: VirtualDevice;

  private constructor(given: Pick<HostileStage, 'harness' | 'running' | 'tenant' | 'bystander' | 'good'>) {
    this.harness = given.harness;
    this.running = given.running;
    this.tenant = given.tenant;
    this.bystander = given.bystander;
    this.good = given.good;
  }

  static async open(): Promise<HostileStage> {
    const harness = await GatewayHarness.open();
    const running = await harness.start({
      handshakeMs: 4_000,
      requestMs: 2_000,
      helloMs: 2_000,
      messagesAtOnce: 60,
      messagesPerSecond: 200,
      waitsMax: 2,
      malformedMax: 5,
      entering: 64,
      enteringPerAddress: 32,
    });
    const bystander = await harness.account();
    const tenant = await harness.account();
    const good = await harness.connected(running, bystander, newSerial());
    return new HostileStage({ harness, running, tenant, bystander, good });
  }

  /** Whatever happened: the unrelated device is not affected. */
  async expectUnaffected(): Promise<void> {
    const { running, good, harness, bystander } = this;
    const count = () =>
      running.received.reports.filter(({ device: { serial } }) => serial === good.serial).length;
    const before = count();
    good.report();
    await eventually(() => expect(count()).toBe(before + 1));
    expect(good.closedWith).toBeNull();
    const rows = await harness.row(bystander, good.serial);
    expect(rows).toMatchObject({ status: 'online', model: 'EAP101' });
  }

  async metric(name: 'deviceFrames' | 'deviceCloses' | 'deviceEntries', label: string): Promise<number> {
    const { values } = await this.running.metrics[name].get();
    return values.find(({ labels }) => Object.values(labels).includes(label))?.value ?? 0;
  }
}
