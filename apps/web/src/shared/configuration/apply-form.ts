import type { InputOf } from '@airloom/contract/call';
import type { ChangeSource, settingCalls } from '@airloom/contract/configuration/configuration.calls';
import { CONFIGURATION_ERRORS } from '@airloom/contract/configuration/configuration.errors';
import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import { text } from '@airloom/contract/fields';
import type { DeviceCut } from '@airloom/contract/switches/uplink';
import { MINUTE } from '@airloom/contract/time';
import { z } from 'zod';
import type { CallFailure } from '../api/call-failure.ts';
import { fromLocalField, toLocalField } from '../logs/local-time.ts';

/** Earliest start to choose, in the format of the browser's field. */
export function soonestChange(now: number): string {
  return toLocalField(new Date(now + MINUTE).toISOString());
}

export const applyForm = z
  .object({
    reason: text(CONFIGURATION_LIMITS.reasonMax).optional(),
    start: z.object({ later: z.boolean(), at: z.string() }),
  })
  .superRefine(({ start }, context) => {
    if (!start.later) return;
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['start'], message });
    const at = fromLocalField(start.at);
    if (at === undefined) refuse('validation.required');
    else if (Date.parse(at) <= Date.now()) refuse('configuration.review.tooSoon');
  });

type Filled = z.output<typeof applyForm>;

export function applyInput(
  source: ChangeSource,
  digest: string,
  { reason = '', start }: Filled,
  confirmedCuts: readonly DeviceCut[],
): InputOf<typeof settingCalls.applyChange> {
  return {
    source,
    digest,
    reason,
    startAt: start.later ? (fromLocalField(start.at) ?? null) : null,
    confirmedCuts: confirmedCuts.map(({ deviceUUID, port, fields }) => ({ deviceUUID, port, fields })),
  };
}

/** What was reviewed is no longer what would be applied. */
export function needsNewReview(failure: CallFailure): boolean {
  const { reviewOutdated, settingConflict, uplinkNotConfirmed } = CONFIGURATION_ERRORS;
  return [reviewOutdated, settingConflict, uplinkNotConfirmed].some((error) => failure.is(error));
}
