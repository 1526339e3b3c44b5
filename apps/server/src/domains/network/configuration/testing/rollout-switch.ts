import { sql } from 'kysely';
import { expect } from 'vitest';
import { confirmed, reviewed, type Source } from '../../../../testing/configuration-builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { credentialsOf, ObedientDevice, type Received } from '../../../../testing/obedient-device.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { takeOver } from '../../devices/testing/take-over.ts';
import type { RolloutStage } from './rollout-stage.ts';

interface Entry {
  readonly 'select-ports': readonly string[];
  readonly enabled: boolean;
}

/** Ports that a document disables. */
function disabledIn(document: object): string[] {
  const { ethernet = [] } = { ethernet: undefined as Entry[] | undefined, ...document };
  return ethernet.flatMap((entry) => (entry.enabled ? [] : entry['select-ports']));
}

/**
 * A connected switch that applies documents and reports its ports. One that disables its uplink cuts it off: it neither
 * answers nor closes its connection.
 */
export class RolloutSwitch {
  readonly id: string;
  readonly device: ObedientDevice;
  readonly ports = ['Ethernet0', 'Ethernet1', 'Ethernet2'];
  uplink = 'Ethernet0';
  /** Versions that it received while they cut it off. */
  readonly cutOffBy: number[] = [];
  /** Ports that stay enabled whatever its configuration is. */
  readonly #stuck: string[] = [];
  #disabled: string[] = [];

  constructor(id: string, device: ObedientDevice) {
    this.id = id;
    this.device = device;
    device.obey = (received) => this.#receive(received);
  }

  #receive({ id, command }: Received): void {
    if (command.name !== 'configure') return;
    const disabled = disabledIn(command.document);
    if (disabled.includes(this.uplink)) {
      this.cutOffBy.push(command.version);
      return;
    }
    this.device.runs = command.version;
    this.#disabled = disabled.filter((port) => !this.#stuck.includes(port));
    this.device.answer(id, { error: 0, text: 'Success' });
    this.report();
  }

  /** Somebody enabled a port at the switch, which does not disable it any more. */
  enableLocally(port: string): void {
    this.#stuck.push(port);
    this.#disabled = this.#disabled.filter((one) => one !== port);
    this.report();
  }

  /** A report that it stored while a version cut it off. */
  sendStored(version: number, at: number): void {
    const [running, disabled] = [this.device.runs, this.#disabled];
    this.device.runs = version;
    this.#disabled = [this.uplink];
    this.report({ 'x-airloom': { seq: 1, at } });
    this.device.runs = running;
    this.#disabled = disabled;
  }

  report(more: object = {}): void {
    const state = (port: string) => ({
      carrier: !this.#disabled.includes(port),
      speed: 1000,
      duplex: 'full',
    });
    this.device.report({
      ...more,
      state: {
        unit: { uptime: 100 },
        'link-state': { upstream: Object.fromEntries(this.ports.map((port) => [port, state(port)])) },
        uplink_interface: this.uplink,
        'x-airloom': { disabledPorts: this.#disabled, negotiatedPorts: this.ports },
      },
    });
  }

  /** Disabled ports of each received configuration. */
  get received(): string[][] {
    return this.device.received.flatMap(({ command }) =>
      command.name === 'configure' ? [disabledIn(command.document)] : [],
    );
  }

  /** Its watchdog restored the configuration that it had. */
  async returns(): Promise<void> {
    await this.device.connect({ reason: 'power-on' });
    this.report();
  }
}

/** A connected switch that runs a configuration made here. */
export async function switchOnline(stage: RolloutStage): Promise<RolloutSwitch> {
  const { server, owner } = stage;
  const { id, serial } = await buildDevice(server, owner, {
    siteId: stage.siteId,
    kind: 'switch',
    name: 'Rack',
    model: 'virtual',
  });
  const credentials = await credentialsOf(server.platform.settings.dataDir, owner.tenant, serial);
  const device = new ObedientDevice(() => server.gatewayPort ?? 0, serial, credentials, 'switch');
  stage.ends(device);
  const built = new RolloutSwitch(id, device);
  await device.connect({ runs: 7_777 });
  built.report();
  const knownPorts = async () =>
    (
      await stage.rows(sql<{ count: number }>`
        select jsonb_array_length(reported_ports) as count from device where id = ${id}`)
    )[0]?.count;
  await expect.poll(knownPorts, WITHIN).toBe(built.ports.length);
  expect((await takeOver(server, stage.as, id)).data.changed).toBe(1);
  const view = () => server.call('viewDevice', { deviceUUID: id }, stage.as);
  await expect.poll(async () => (await view()).data.configurationState, WITHIN).toBe('applied');
  return built;
}

/** Applies a reviewed change, with everything confirmed that may cut off the switch, or nothing. */
export async function applied(
  stage: RolloutStage,
  source: Source,
  { isConfirmed = false } = {},
): Promise<string> {
  const review = isConfirmed ? confirmed : reviewed;
  const answer = await stage.server.call(
    'applyChange',
    await review(stage.server, stage.owner, source),
    stage.as,
  );
  expectSuccess(answer);
  return answer.data.changeUUID;
}
