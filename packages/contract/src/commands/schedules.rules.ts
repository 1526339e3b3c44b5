import { z } from 'zod';
import { timestamp, uuid } from '../fields.ts';
import { localStart } from '../rollout/local-start.ts';
import { COMMAND_LIMITS } from './commands.limits.ts';
import { SCHEDULABLE_COMMANDS } from './schedules.model.ts';

const scheduleFields = z.object({
  command: z.enum(SCHEDULABLE_COMMANDS),
  /** Chosen devices, or all of a site or a group. */
  target: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('devices'),
      deviceUUIDs: z
        .array(uuid)
        .min(1, 'validation.required')
        .max(COMMAND_LIMITS.devicesMax, 'validation.tooMany')
        .transform((ids) => [...new Set(ids)]),
    }),
    z.object({ kind: z.literal('site'), siteUUID: uuid }),
    z.object({ kind: z.literal('group'), groupUUID: uuid }),
    z.object({ kind: z.literal('kept'), scheduleUUID: uuid }),
  ]),
  startAt: timestamp.nullable().default(null),
  /** At a local time of each site. */
  localStart: localStart.nullable().default(null),
});

const oneStart = { error: 'validation.oneStart', path: ['startAt'] };
function hasOneStart(input: { startAt: string | null; localStart: object | null }): boolean {
  return (input.startAt === null) !== (input.localStart === null);
}

export const scheduleInput = scheduleFields.refine(hasOneStart, oneStart);

export const scheduleUpdate = scheduleFields
  .extend({
    scheduleUUID: uuid,
    /** The revision that was edited: it is refused if somebody else has changed the schedule since. */
    revision: z.number('validation.required').int('validation.integer'),
  })
  .refine(hasOneStart, oneStart);
