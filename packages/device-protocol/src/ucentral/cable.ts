import { CABLE_PAIRS, type PairState } from '@airloom/contract/commands/cable-test.model';
import { z } from 'zod';
import type { CableSample } from '../model.ts';
import { figureWithin, textOf } from './figures.ts';

const PORTS_MAX = 64;
const METRES_MAX = 1_000;

const pair = z.looseObject({ status: z.string(), meters: z.number().nullable().optional() });
const port = z.looseObject({
  'pair-A': pair.optional(),
  'pair-B': pair.optional(),
  'pair-C': pair.optional(),
  'pair-D': pair.optional(),
});
const ports = z.record(z.string(), port);
/** Beside the status or inside it; one object, or one for each port. */
const result = z.looseObject({
  ethernet: z.union([ports, z.array(ports)]).optional(),
  status: z.looseObject({ ethernet: z.union([ports, z.array(ports)]).optional() }),
});

/** Measured cables in the answer to a cable test; empty when the device did not measure any. */
export function cablesInResult(answered: Readonly<Record<string, unknown>>): CableSample[] {
  const read = result.safeParse(answered);
  const reported = read.success ? (read.data.ethernet ?? read.data.status.ethernet ?? []) : [];
  return (Array.isArray(reported) ? reported : [reported])
    .flatMap((some) => Object.entries(some))
    .slice(0, PORTS_MAX)
    .map(([name, pairs]) => ({
      port: textOf(name),
      pairs: CABLE_PAIRS.flatMap((letter) => {
        const measured = pairs[`pair-${letter}`];
        if (measured === undefined) return [];
        const state = pairStateOf(measured.status);
        const metres = figureWithin(measured.meters, 0, METRES_MAX);
        return [
          {
            pair: letter,
            state,
            lengthMetres: state === 'ok' ? metres : null,
            faultMetres: state === 'ok' || state === 'unknown' ? null : metres,
          },
        ];
      }),
    }))
    .filter(({ pairs }) => pairs.length > 0);
}

const STATES: readonly (readonly [RegExp, PairState])[] = [
  [/cross/, 'crosstalk'],
  [/short/, 'short'],
  [/open/, 'open'],
  [/impedance|mismatch/, 'impedance'],
  [/^(ok|normal|terminated|good)$/, 'ok'],
];

function pairStateOf(status: string): PairState {
  const text = status.trim().toLowerCase();
  return STATES.find(([pattern]) => pattern.test(text))?.[1] ?? 'unknown';
}
