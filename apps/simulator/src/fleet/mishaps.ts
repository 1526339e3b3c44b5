import { MINUTE } from '@airloom/device-protocol/time';
import type { DeviceKind } from '../simulation/models.ts';
import { Chance, hash } from '../simulation/random.ts';
import type { Fleet } from './fleet.ts';

/** Time without faults at the start. */
const FIRST_AFTER_MS = MINUTE;
const EVERY_MS = 15 * MINUTE;

interface Mishap {
  readonly kinds: readonly DeviceKind[];
  /** Long enough to raise an alarm. */
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

/** Causes small temporary faults at intervals, so that the demo shows alarms. */
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
    const candidates = fleet.simulation.devices.filter(
      ({ kind, manager }) => manager === null && mishap?.kinds.includes(kind),
    );
    const affected = candidates[Math.floor(chance.next() * candidates.length)];
    if (mishap && affected) {
      mishap.begin(fleet, affected.serial);
      after(mishap.minutes * MINUTE, () => mishap.end(fleet, affected.serial));
    }
    // The first faults come in quick succession, later ones at longer intervals.
    after(turn < MISHAPS.length ? MINUTE : EVERY_MS, next);
  }

  after(FIRST_AFTER_MS, next);
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}
