import type { DeviceKind } from '../world/models.ts';
import { Chance, hash } from '../world/random.ts';
import type { Fleet } from './fleet.ts';

const MINUTE = 60_000;
/** Long enough for whoever watches to have seen everybody well. */
const FIRST_AFTER_MS = MINUTE;
const EVERY_MS = 15 * MINUTE;

interface Mishap {
  readonly kinds: readonly DeviceKind[];
  /** Long enough for rules to raise an alarm for it. */
  readonly minutes: number;
  begin(fleet: Fleet, serial: string): void;
  end(fleet: Fleet, serial: string): void;
}

const MISHAPS: readonly Mishap[] = [
  {
    kinds: ['ap'],
    minutes: 35,
    begin: ({ control }, serial) => control.offline({ serial }),
    end: ({ control }, serial) => control.online({ serial }),
  },
  {
    kinds: ['switch', 'gateway'],
    minutes: 40,
    begin: ({ control }, serial) => control.highCpu({ serial }, 90),
    end: ({ control }, serial) => control.highCpu({ serial }, null),
  },
  {
    kinds: ['switch'],
    minutes: 20,
    begin: ({ control }, serial) => control.highTemperature({ serial }, 88),
    end: ({ control }, serial) => control.highTemperature({ serial }, null),
  },
];

/** Now and then something small goes wrong and is well again: a network in which nothing ever happens shows little. */
export function startMishaps(fleet: Fleet, seed: number): () => void {
  const chance = new Chance(hash('mishaps', seed));
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let turn = 0;

  function after(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  }

  function next(): void {
    const mishap = MISHAPS[turn % MISHAPS.length];
    turn += 1;
    const met = fleet.world.devices.filter(
      ({ kind, manager }) => manager === null && mishap?.kinds.includes(kind),
    );
    const victim = met[Math.floor(chance.next() * met.length)];
    if (mishap && victim) {
      mishap.begin(fleet, victim.serial);
      after(mishap.minutes * MINUTE, () => mishap.end(fleet, victim.serial));
    }
    // The first few come close together, then they come as they do in life.
    after(turn < MISHAPS.length ? MINUTE : EVERY_MS, next);
  }

  after(FIRST_AFTER_MS, next);
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}
