import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILED, type TestServer } from './server.ts';
import { test as base, WITH_CLOCK } from './test.ts';

const REPORT_EVERY_MS = 1000;
const SIMULATOR = join(import.meta.dirname, '../../apps/simulator/src/main.ts');

/** Simulated devices that enrol with a claim code, or have certificates of an authority. */
export interface VirtualDevices {
  /** Their MAC addresses without separators, once their keys are made. */
  serials(): Promise<readonly string[]>;
  /** Sends one control command to the simulator, such as `{ do: 'fault', firmware: 'download' }`. */
  command(command: object): void;
  /** Devices that the console configures report once a minute; while this work waits for them, they report every second. */
  whileReporting<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

export interface FleetOptions {
  readonly code?: string;
  /** Files of the authority that issues their certificates, instead of a code. */
  readonly authority?: { readonly certificate: string; readonly key: string };
  readonly kinds: string;
  /** Another seed produces other devices. */
  readonly seed?: number;
  /** Building of the devices; part of their names. */
  readonly building?: string;
}

async function startSimulator(server: TestServer, options: FleetOptions): Promise<VirtualDevices> {
  if (server.gateway === null) throw new Error('This server accepts no devices');
  const state = await mkdtemp(join(tmpdir(), 'airloom fleet '));
  const { kinds, seed = 1 } = options;
  const settings = { gateway: server.gateway, kinds, seed, state, sites: 1, interval: 5, boot: 2 };
  const place = options.authority
    ? { 'ca-cert': options.authority.certificate, 'ca-key': options.authority.key }
    : await placeOf(options, state);
  const child: ChildProcess = spawn(
    process.execPath,
    [
      SIMULATOR,
      '--until-stdin-ends',
      ...Object.entries({ ...settings, ...place }).map(([name, value]) => `--${name}=${value}`),
    ],
    { env: { ...process.env, ...COMPILED }, stdio: ['pipe', 'ignore', 'inherit'] },
  );
  const exited = once(child, 'exit');
  const command = (given: object): void => void child.stdin?.write(`${JSON.stringify(given)}\n`);
  return {
    serials: () => serialsIn(join(state, 'identities.ndjson')),
    command,
    whileReporting: async (work) => {
      const reporting = setInterval(() => command({ do: 'reportNow' }), REPORT_EVERY_MS);
      try {
        return await work();
      } finally {
        clearInterval(reporting);
      }
    },
    stop: async () => {
      child.stdin?.end();
      await exited;
      await rm(state, { recursive: true, force: true });
    },
  };
}

async function serialsIn(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => (JSON.parse(line) as { serial: string }).serial);
}

/** Simulator options for the claim code and, if given, the building. */
async function placeOf(
  { code = '', building }: FleetOptions,
  folder: string,
): Promise<Record<string, string>> {
  if (building === undefined) return { code };
  const plan = join(folder, 'plan.json');
  const place = { kind: 'office', name: 'Site', zone: 'Europe/Warsaw', country: 'PL', buildings: [building] };
  await writeFile(plan, JSON.stringify({ places: [place], codes: { [place.name]: code } }));
  return { plan };
}

interface Fixtures {
  /** Starts simulated devices, which stop after the test. */
  startDevices: (options: FleetOptions) => Promise<VirtualDevices>;
}

/** Test with simulated devices. */
export const test = base.extend<Fixtures>({
  startDevices: async ({ server }, use) => {
    const started: VirtualDevices[] = [];
    await use(async (options) => {
      const devices = await startSimulator(server, options);
      started.push(devices);
      return devices;
    });
    await Promise.all(started.map((devices) => devices.stop()));
  },
});

/** The same with a server of its own, for tests that advance the clock. */
export const testWithClock = test.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from this pattern
  wantedConsole: async ({}, use) => use(WITH_CLOCK),
});
