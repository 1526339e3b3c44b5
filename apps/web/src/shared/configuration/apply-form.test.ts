import { CONFIGURATION_ERRORS } from '@airloom/contract/configuration/configuration.errors';
import { expect, it } from 'vitest';
import { CallFailure } from '../api/call-failure.ts';
import { toLocalField } from '../logs/local-time.ts';
import { applyForm, applyInput, needsNewReview } from './apply-form.ts';
import { uuidOf } from './testing/reviews.ts';

const source = { kind: 'revert', changeUUID: uuidOf(1) } as const;
const inAnHour = toLocalField(new Date(Date.now() + 3_600_000).toISOString());

function issues(start: { later: boolean; at: string }): string[] {
  const result = applyForm.safeParse({ reason: '', start });
  return result.success ? [] : result.error.issues.map(({ message }) => message);
}

it('applies now without a reason', () => {
  const values = applyForm.parse({ reason: '', start: { later: false, at: '' } });
  expect(applyInput(source, 'a', values, [])).toEqual({
    source,
    digest: 'a',
    reason: '',
    startAt: null,
    confirmedCuts: [],
  });
});

it('applies at a time in the future', () => {
  const values = applyForm.parse({ reason: ' New floor ', start: { later: true, at: inAnHour } });
  const cut = { deviceUUID: 'd', port: 'Ethernet0', fields: ['enabled' as const] };
  expect(applyInput(source, 'a', values, [cut])).toEqual({
    source,
    digest: 'a',
    reason: 'New floor',
    startAt: new Date(inAnHour).toISOString(),
    confirmedCuts: [cut],
  });
  expect(issues({ later: true, at: '' })).toEqual(['validation.required']);
  expect(issues({ later: true, at: '2020-01-01T00:00' })).toEqual(['configuration.review.tooSoon']);
});

const refusal = (code: number) => new CallFailure('refused', { code });

it('asks for a new review after a conflict or another change', () => {
  expect(needsNewReview(refusal(CONFIGURATION_ERRORS.reviewOutdated.code))).toBe(true);
  expect(needsNewReview(refusal(CONFIGURATION_ERRORS.settingConflict.code))).toBe(true);
  expect(needsNewReview(refusal(CONFIGURATION_ERRORS.changeEmpty.code))).toBe(false);
});
