import { HOUR, MINUTE } from '@airloom/device-protocol/time';
import type { Fleet } from './fleet.ts';

/** Time without an incident at the start. */
const FIRST_AFTER_MS = MINUTE;
const LASTS_MS = 8 * HOUR;

/** Keeps one site without power at any time, so that the demo shows an incident: another site every eight hours. */
export function startIncidents(
  { simulation, control }: Pick<Fleet, 'simulation' | 'control'>,
  now: () => number,
): () => void {
  let affected: string | null = null;
  let timer = setTimeout(next, FIRST_AFTER_MS);

  function next(): void {
    if (affected !== null) control.start({ site: affected });
    const turn = Math.floor(now() / LASTS_MS);
    affected = simulation.sites[turn % simulation.sites.length]?.name ?? null;
    if (affected !== null) control.stop({ site: affected });
    timer = setTimeout(next, (turn + 1) * LASTS_MS - now());
  }

  return () => clearTimeout(timer);
}
