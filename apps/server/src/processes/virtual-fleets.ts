import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE, SECOND } from '@airloom/contract/time';
import { type IssuedCode, type VirtualFleet, virtualFleetsToRun } from '../domains/network/devices/index.ts';
import type { Platform } from '../platform/platform.ts';
import { SupervisedProcess } from './supervised-process.ts';

const AGAIN_MS = 5 * SECOND;
const AGAIN_MAX_MS = MINUTE;
/** Events make it look at once; this is for codes that expire, and for events that were lost. */
const LOOK_EVERY_MS = 5 * MINUTE;
const SIMULATOR = join(import.meta.dirname, '../../../simulator/src/main.ts');

/**
 * Simulates the stored fleets of virtual devices in one separate process, which runs while there are any. The list of
 * fleets is a file that the process reads at its start and when it is told to; keys and certificates are kept beside it.
 */
export class VirtualFleetsProcess {
  readonly #platform: Pick<Platform, 'database' | 'now' | 'settings' | 'log'>;
  /** `host:port` */
  readonly #gateway: string;
  readonly #folder: string;
  readonly #codes = new Map<string, IssuedCode>();
  #simulator: SupervisedProcess | null = null;
  #written = '';
  #looking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(platform: Pick<Platform, 'database' | 'now' | 'settings' | 'log'>, gateway: string) {
    this.#platform = platform;
    this.#gateway = gateway;
    this.#folder = join(platform.settings.dataDir, 'virtual-fleets');
  }

  get pid(): number | undefined {
    return this.#simulator?.pid;
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
    this.#timer.unref();
    await this.look();
  }

  /** Starts, changes or ends the simulation as stored. Failures are logged; the next look tries again. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() =>
      this.#follow().catch((error: unknown) =>
        this.#platform.log.error({ err: error }, 'virtual devices could not be started'),
      ),
    );
    return this.#looking;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#looking;
    await this.#simulator?.stop();
  }

  async #follow(): Promise<void> {
    if (this.#stopped) return;
    const fleets = await virtualFleetsToRun(this.#platform, this.#codes);
    if (fleets.length === 0) return this.#end();
    await this.#write(fleets);
    if (this.#simulator === null) this.#simulator = this.#run();
    else this.#simulator.write('reload\n');
  }

  /** Without fleets nothing runs, and no keys are kept. */
  async #end(): Promise<void> {
    const running = this.#simulator;
    this.#simulator = null;
    this.#written = '';
    await running?.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #write(fleets: readonly VirtualFleet[]): Promise<void> {
    const text = JSON.stringify({ fleets: fleets.map(listed) });
    if (text === this.#written) return;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = this.#file();
    await writeFile(`${file}.new`, text, { mode: 0o600 });
    await rename(`${file}.new`, file);
    this.#written = text;
  }

  #file(): string {
    return join(this.#folder, 'fleets.json');
  }

  #run(): SupervisedProcess {
    const options = {
      fleets: this.#file(),
      state: this.#folder,
      gateway: `wss://${this.#gateway}`,
    };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    return new SupervisedProcess({
      name: 'the process of virtual devices',
      command: [SIMULATOR, ...args],
      log: this.#platform.log,
      pauseMs: AGAIN_MS,
      pauseMaxMs: AGAIN_MAX_MS,
    });
  }
}

/** As the simulator reads it. Hotels have clients at any hour. */
function listed({ id, seed, code, kinds, site }: VirtualFleet) {
  return {
    id,
    seed,
    code,
    kinds,
    place: {
      kind: 'hotel',
      name: site.name,
      zone: site.timeZone,
      country: site.countryCode,
      buildings: ['Main'],
    },
  };
}
