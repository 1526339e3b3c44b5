import { PHOTO_LIMITS } from '@airloom/contract/devices/annotations.limits';
import { expect, it } from 'vitest';
import { fitted } from './shrink-photo.ts';

it('fits a picture into a square in its proportions', () => {
  expect(fitted({ width: 4_000, height: 3_000 }, 2_000)).toEqual({ width: 2_000, height: 1_500 });
  expect(fitted({ width: 3_000, height: 4_000 }, 2_000)).toEqual({ width: 1_500, height: 2_000 });
});

it('enlarges nothing, and keeps at least one pixel', () => {
  expect(fitted({ width: 10, height: 20 }, 100)).toEqual({ width: 10, height: 20 });
  expect(fitted({ width: 9_000, height: 1 }, PHOTO_LIMITS.thumbnailSideMax)).toEqual({
    width: PHOTO_LIMITS.thumbnailSideMax,
    height: 1,
  });
});
