import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { House } from './house.ts';

const SIMULATOR = join(import.meta.dirname, '../apps/simulator/src/main.ts');

/** Virtual devices that come into a house with a claim code and live there. */
export interface VirtualDevices {
  /** One order of the simulator, such as `{ do: 'fault', firmware: 'failure' }`. */
  order(order: object): void;
  stop(): Promise<void>;
}

export async function startDevices(house: House, code: string, kinds: string): Promise<VirtualDevices> {
  if (house.gateway === null) throw new Error('No devices can connect to this house');
  const state = await mkdtemp(join(tmpdir(), 'airloom fleet '));
  const child: ChildProcess = spawn(
    process.execPath,
    [
      SIMULATOR,
      '--until-stdin-ends',
      `--gateway=${house.gateway}`,
      `--code=${code}`,
      `--kinds=${kinds}`,
      '--sites=1',
      '--interval=10',
      `--state=${state}`,
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
