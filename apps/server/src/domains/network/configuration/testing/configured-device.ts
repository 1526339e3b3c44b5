import { EXTENSION } from '@airloom/device-protocol/extension';
import { z } from 'zod';
import type { ObedientDevice, Received } from '../../../../testing/obedient-device.ts';

/**
 * What a device does with a configuration. `hides`: it applies it, but puts no network on air. `answersOnly`: it applies
 * it, but reports nothing.
 */
export type Behaviour = 'applies' | 'rejects' | 'appliesPartly' | 'hides' | 'answersOnly' | 'isSilent';

const ssids = z.object({
  interfaces: z.array(z.object({ ssids: z.array(z.object({ name: z.string() })).optional() })),
});

function ssidsIn(document: object): string[] {
  return ssids.parse(document).interfaces.flatMap((one) => (one.ssids ?? []).map(({ name }) => name));
}

/** A device that really applies documents: it reports their networks on air. */
export class ConfiguredDevice {
  readonly id: string;
  readonly device: ObedientDevice;
  behaviour: Behaviour = 'applies';
  /** Its clock, where it numbers its reports; null: reports have no time. */
  clock: (() => Date) | null = null;
  #onAir: string[] = [];
  #reports = 0;

  constructor(id: string, device: ObedientDevice) {
    this.id = id;
    this.device = device;
    device.obey = (received) => this.#receive(received);
  }

  #receive({ id, command }: Received): void {
    if (command.name !== 'configure') return;
    const { behaviour, device } = this;
    if (behaviour === 'isSilent') return;
    if (behaviour === 'rejects') {
      device.answer(id, { error: 2, text: 'refused', rejected: ['ssid: name in use'] });
      return;
    }
    device.runs = command.version;
    this.#onAir = behaviour === 'hides' ? [] : ssidsIn(command.document);
    device.answer(
      id,
      behaviour === 'appliesPartly'
        ? { error: 1, text: 'applied', rejected: ['no such power'] }
        : { error: 0, text: 'Success' },
    );
    if (behaviour !== 'answersOnly') this.report();
  }

  /** These networks are on air now. */
  show(networks: readonly string[]): void {
    this.#onAir = [...networks];
    this.report();
  }

  report(): void {
    const radio = { $ref: '#/radios/0' };
    this.#reports += 1;
    this.device.report({
      ...(this.clock === null ? {} : { [EXTENSION]: { seq: this.#reports, at: this.clock().getTime() } }),
      state: {
        unit: { uptime: 100 },
        radios: [{ channel: 36, channel_width: 80, band: ['5G'] }],
        interfaces: [{ name: 'up0v0', ssids: this.#onAir.map((ssid) => ({ ssid, band: '5G', radio })) }],
      },
    });
  }

  /** Versions of the received configurations. */
  get versions(): number[] {
    return this.device.received.flatMap(({ command }) =>
      command.name === 'configure' ? [command.version] : [],
    );
  }

  /** Networks of each received configuration. */
  get networks(): string[][] {
    return this.device.received.flatMap(({ command }) =>
      command.name === 'configure' ? [ssidsIn(command.document)] : [],
    );
  }
}
