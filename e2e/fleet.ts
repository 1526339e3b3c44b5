import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type House, openHouse } from './house.ts';
import { test as base } from './test.ts';

const SIMULATOR = join(import.meta.dirname, '../apps/simulator/src/main.ts');

/** Virtual devices that come into a house with a claim code and live there. */
export interface VirtualDevices {
  /** One order of the simulator, such as `{ do: 'fault', firmware: 'download' }`. */
  order(order: object): void;
  stop(): Promise<void>;
}

export interface Wanted {
  readonly code: string;
  readonly kinds: string;
  /** Other seeds are other devices. */
  readonly seed?: number;
}

async function startDevices(house: House, { code, kinds, seed = 1 }: Wanted): Promise<VirtualDevices> {
  if (house.gateway === null) throw new Error('No devices can connect to this house');
  const state = await mkdtemp(join(tmpdir(), 'airloom fleet '));
  const settings = { gateway: house.gateway, code, kinds, seed, state, sites: 1, interval: 10, boot: 5 };
  const child: ChildProcess = spawn(
    process.execPath,
    [
      SIMULATOR,
      '--until-stdin-ends',
      ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
    ],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  return {
    order: (order) => void child.stdin?.write(`${JSON.stringify(order)}\n`),
    stop: async () => {
      const exited = once(child, 'exit');
      child.stdin?.end();
      await exited;
      await rm(state, { recursive: true, force: true });
    },
  };
}

interface Fixtures {
  /** Lets devices come in; they go with the walk. */
  bring: (wanted: Wanted) => Promise<VirtualDevices>;
}

/** Walks in a house that devices can connect to. */
export const test = base.extend<Fixtures, { house: House }>({
  house: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      const house = await openHouse({ GATEWAY_HOST: '127.0.0.1', GATEWAY_PORT: '0', AIRLOOM_DEMO: 'off' });
      await use(house);
      await house.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  bring: async ({ house }, use) => {
    const brought: VirtualDevices[] = [];
    await use(async (wanted) => {
      const devices = await startDevices(house, wanted);
      brought.push(devices);
      return devices;
    });
    await Promise.all(brought.map((devices) => devices.stop()));
  },
});
