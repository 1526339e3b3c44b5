import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, numberIn, readJson, recordIn, recordsIn, textIn } from '../json.ts';
import type { KindCounts } from '../simulation/layout.ts';
import { KINDS } from '../simulation/models.ts';
import type { Place } from '../simulation/places.ts';
import { type Fleet, type FleetOptions, startFleet } from './fleet.ts';
import { placeIn } from './plan-file.ts';

/** One fleet of the list. */
export interface ListedFleet {
  /** Names its folder. */
  readonly id: string;
  readonly seed: number;
  readonly place: Place;
  readonly kinds: Partial<KindCounts>;
  /** For devices without a certificate. */
  readonly code: string | null;
}

interface HostOptions {
  readonly gateway: string;
  /** Each fleet has a folder in it. */
  readonly state: string;
  readonly onTrouble: (fleet: string, error: unknown) => void;
  readonly more?: Pick<FleetOptions, 'interval' | 'secondMs' | 'retryMaxMs'>;
}

const RETRY_MS = 5_000;
const ID = /^[\w.-]{1,100}$/;

export async function readFleets(path: string): Promise<ListedFleet[]> {
  const list = readJson(await readFile(path, 'utf8'));
  if (list === null) throw new Error(`${path} is no list of fleets`);
  return recordsIn(list['fleets']).map((one) => {
    const [id, seed] = [textIn(one['id']), numberIn(one['seed'])];
    if (id === null || !ID.test(id) || seed === null)
      throw new Error(`${path} has a fleet without id or seed`);
    const kinds = Object.fromEntries(
      KINDS.map((kind) => [kind, numberIn(recordIn(one['kinds'])[kind]) ?? 0]),
    );
    return { id, seed, kinds, place: placeIn(recordIn(one['place']), path), code: textIn(one['code']) };
  });
}

interface Running {
  readonly listed: ListedFleet;
  readonly fleet: Fleet;
}

/** Runs the fleets of a list in one process, and follows changes of the list. */
export class FleetHost {
  readonly #options: HostOptions;
  readonly #running = new Map<string, Running>();
  #listed: readonly ListedFleet[] = [];
  #following: Promise<void> = Promise.resolve();
  #again: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(options: HostOptions) {
    this.#options = options;
  }

  fleet(id: string): Fleet | undefined {
    return this.#running.get(id)?.fleet;
  }

  /** Stops fleets that are not listed any more, forgets their keys, and starts new ones. */
  follow(listed: readonly ListedFleet[]): Promise<void> {
    this.#listed = listed;
    this.#following = this.#following.then(() => this.#follow());
    return this.#following;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#again !== null) clearTimeout(this.#again);
    await this.#following;
    await Promise.all([...this.#running.values()].map(({ fleet }) => fleet.stop()));
    this.#running.clear();
  }

  async #follow(): Promise<void> {
    const wanted = new Map(this.#listed.map((one) => [one.id, one]));
    for (const [id, { listed, fleet }] of this.#running) {
      const now = wanted.get(id);
      if (now !== undefined && isSame(listed, now)) continue;
      this.#running.delete(id);
      await fleet.stop();
    }
    await this.#forgetOthers(wanted);
    for (const listed of wanted.values()) {
      if (this.#stopped) return;
      if (!this.#running.has(listed.id)) await this.#start(listed);
    }
  }

  async #start(listed: ListedFleet): Promise<void> {
    const { gateway, state, onTrouble, more } = this.#options;
    const { id, seed, place, kinds, code } = listed;
    try {
      const fleet = await startFleet({
        devices: 0,
        sites: 1,
        seed,
        gateway,
        kinds,
        places: [place],
        state: join(state, id),
        ...(code === null ? {} : { code }),
        ...more,
        onTrouble: (serial, error) => onTrouble(`${id} ${serial}`, error),
      });
      this.#running.set(id, { listed, fleet });
    } catch (error) {
      onTrouble(id, error);
      this.#startLater();
    }
  }

  #startLater(): void {
    if (this.#again !== null || this.#stopped) return;
    this.#again = setTimeout(() => {
      this.#again = null;
      void this.follow(this.#listed);
    }, RETRY_MS);
  }

  async #forgetOthers(wanted: ReadonlyMap<string, ListedFleet>): Promise<void> {
    const entries = await readdir(this.#options.state, { withFileTypes: true }).catch((error: unknown) => {
      if (isRecord(error) && error['code'] === 'ENOENT') return [];
      throw error;
    });
    const gone = entries.filter((entry) => entry.isDirectory() && !wanted.has(entry.name));
    await Promise.all(
      gone.map(({ name }) => rm(join(this.#options.state, name), { recursive: true, force: true })),
    );
  }
}

/** A new code matters to devices without a certificate; none means that all have one. */
function isSame(before: ListedFleet, now: ListedFleet): boolean {
  const rest = ({ seed, place, kinds }: ListedFleet) => JSON.stringify({ seed, place, kinds });
  return rest(before) === rest(now) && (now.code === null || now.code === before.code);
}
