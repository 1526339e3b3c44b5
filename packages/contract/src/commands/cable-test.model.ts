import { z } from 'zod';
import { timestamp } from '../fields.ts';
import { COMMAND_REASONS } from './commands.model.ts';
import { COMMAND_STATES } from './commands.states.ts';

/** The wire pairs of a copper cable. */
export const CABLE_PAIRS = ['A', 'B', 'C', 'D'] as const;
/** `unknown`: the switch could not measure the pair. */
export const PAIR_STATES = ['ok', 'open', 'short', 'crosstalk', 'impedance', 'unknown'] as const;
export type PairState = (typeof PAIR_STATES)[number];

export const cablePair = z.object({
  pair: z.enum(CABLE_PAIRS),
  state: z.enum(PAIR_STATES),
  /** Length of an intact pair; null when unknown, and of a faulty one. */
  lengthMetres: z.number().nullable(),
  /** Distance from the switch to the fault; null when unknown, and of an intact pair. */
  faultMetres: z.number().nullable(),
});
export type CablePair = z.infer<typeof cablePair>;

/** Output of a cable test. */
export const measuredCables = z.array(z.object({ port: z.string(), pairs: z.array(cablePair) }));

/** The last result of each tested port of a switch, and how its newest test goes. */
export const cableTest = z.object({
  port: z.string(),
  /** Null before the first result. */
  result: z.object({ at: timestamp, pairs: z.array(cablePair) }).nullable(),
  /** The newest test; null after its command was removed. */
  newest: z
    .object({
      at: timestamp,
      state: z.enum(COMMAND_STATES),
      reason: z.enum(COMMAND_REASONS).nullable(),
      /** The device's own message. */
      text: z.string(),
    })
    .nullable(),
});
export type CableTest = z.infer<typeof cableTest>;
