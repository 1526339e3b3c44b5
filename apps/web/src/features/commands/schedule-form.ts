import type { InputOf } from '@airloom/contract/call';
import type { scheduleCalls } from '@airloom/contract/commands/schedules.calls';
import { SCHEDULABLE_COMMANDS } from '@airloom/contract/commands/schedules.model';
import { z } from 'zod';
import { rolloutStart, startInputOf, startIssue } from '../../shared/rollout/rollout-start.ts';

/** Values of the form; {@link scheduleOf} builds the input of the call. */
export const scheduleForm = z
  .object({ command: z.enum(SCHEDULABLE_COMMANDS), start: rolloutStart })
  .superRefine(({ start }, context) => {
    const issue = startIssue(start, 0, 'validation.future');
    if (issue !== null) context.addIssue({ code: 'custom', path: ['start'], ...issue });
  });
export type ScheduleForm = typeof scheduleForm;

type Target = InputOf<typeof scheduleCalls.createCommandSchedule>['target'];

export function scheduleOf({ command, start }: z.output<ScheduleForm>, target: Target) {
  return { command, target, ...startInputOf(start) };
}
