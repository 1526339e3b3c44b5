import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { House } from './house.ts';
import { test as base, houseWith } from './test.ts';

const SIMULATOR = join(import.meta.dirname, '../../apps/simulator/src/main.ts');

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
  /** Where they stand, and what they are therefore called. */
  readonly building?: string;
}

async function startDevices(house: House, wanted: Wanted): Promise<VirtualDevices> {
  if (house.gateway === null) throw new Error('No devices can connect to this house');
  const state = await mkdtemp(join(tmpdir(), 'airloom fleet '));
  const { kinds, seed = 1 } = wanted;
  const settings = { gateway: house.gateway, kinds, seed, state, sites: 1, interval: 10, boot: 5 };
  const place = await placeOf(wanted, state);
  const child: ChildProcess = spawn(
    process.execPath,
    [
      SIMULATOR,
      '--until-stdin-ends',
      ...Object.entries({ ...settings, ...place }).map(([name, value]) => `--${name}=${value}`),
    ],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  const exited = once(child, 'exit');
  return {
    order: (order) => void child.stdin?.write(`${JSON.stringify(order)}\n`),
    stop: async () => {
      child.stdin?.end();
      await exited;
      await rm(state, { recursive: true, force: true });
    },
  };
}

/** Into which account, and where in it if that is asked for. */
async function placeOf({ code, building }: Wanted, folder: string): Promise<Record<string, string>> {
  if (building === undefined) return { code };
  const plan = join(folder, 'plan.json');
  const place = { kind: 'office', name: 'Site', zone: 'Europe/Warsaw', country: 'PL', buildings: [building] };
  await writeFile(plan, JSON.stringify({ places: [place], codes: { [place.name]: code } }));
  return { plan };
}

interface Fixtures {
  /** Lets devices come in; they go with the walk. */
  bring: (wanted: Wanted) => Promise<VirtualDevices>;
}

/** Walks that devices come into. */
export const test = base.extend<Fixtures>({
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

/** The same for walks that set the clock ahead, in which others would lose their way. */
export const testAhead = test.extend<object, { house: House }>({ house: houseWith() });
