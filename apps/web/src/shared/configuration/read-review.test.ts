import type { Review } from '@airloom/contract/configuration/configuration.model';
import { expect, it } from 'vitest';
import { type ReviewSoFar, readReview } from './read-review.ts';
import { reviewedDevice, reviewPage, uuidOf } from './testing/reviews.ts';

/** Answers the pages one after the other and notes what was asked for. */
function pages(...answers: readonly Review[]) {
  const asked: (string | null)[] = [];
  const read = (after: string | null): Promise<Review> => {
    const answer = answers[asked.length];
    asked.push(after);
    return answer ? Promise.resolve(answer) : Promise.reject(new Error('there is no further page'));
  };
  return { asked, read };
}

it('reads until there is no next page and hands over every step', async () => {
  const first = reviewPage({ devices: [reviewedDevice(1)], compared: 200, total: 250, next: uuidOf(200) });
  const second = reviewPage({ devices: [reviewedDevice(201)], compared: 50, edits: [], total: null });
  const { asked, read } = pages(first, second);
  const steps: ReviewSoFar[] = [];
  await readReview(read, (soFar) => steps.push(soFar));
  expect(asked).toEqual([null, uuidOf(200)]);
  expect(
    steps.map(({ compared, total, complete, devices, edits }) => ({
      compared,
      total,
      complete,
      devices: devices.length,
      edits: edits.length,
    })),
  ).toEqual([
    { compared: 200, total: 250, complete: false, devices: 1, edits: 1 },
    { compared: 250, total: 250, complete: true, devices: 2, edits: 1 },
  ]);
});

it('stops when a page belongs to other settings than the first', async () => {
  const { asked, read } = pages(
    reviewPage({ next: uuidOf(1) }),
    reviewPage({ digest: 'b', next: uuidOf(2) }),
    reviewPage(),
  );
  const steps: ReviewSoFar[] = [];
  await readReview(read, (soFar) => steps.push(soFar));
  expect(asked).toHaveLength(2);
  expect(steps.at(-1)?.outdated).toBe(true);
});

it('keeps the pages that were read when the next one fails', async () => {
  const { read } = pages(reviewPage({ next: uuidOf(1) }));
  const steps: ReviewSoFar[] = [];
  await expect(readReview(read, (soFar) => steps.push(soFar))).rejects.toThrow('no further page');
  expect(steps).toHaveLength(1);
});
