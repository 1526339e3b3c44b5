import { HOUR, MINUTE } from '@airloom/device-protocol/time';
import type { Control } from './control.ts';

/** Time without an incident at the start. */
const FIRST_AFTER_MS = MINUTE;
const LASTS_MS = 8 * HOUR;

interface Sites {
  readonly simulation: { readonly sites: readonly { readonly name: string }[] };
  readonly control: Pick<Control, 'start' | 'stop'>;
}

/** Keeps one site without power at any time, so that the demo shows an incident: another site every eight hours. */
export function startIncidents({ simulation, control }: Sites, now: () => number): () => void {
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
