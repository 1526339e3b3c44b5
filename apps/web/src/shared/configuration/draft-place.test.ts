import { expect, it } from 'vitest';
import { ORGANIZATION, SITE } from '../session/current-site.ts';
import { draftPlaceOf } from './draft-place.ts';
import { uuidOf } from './testing/reviews.ts';

it('has a draft for the selected organization or site, and none for everything', () => {
  expect(draftPlaceOf({ id: uuidOf(1), type: SITE })).toEqual({ level: 'site', uuid: uuidOf(1) });
  expect(draftPlaceOf({ id: uuidOf(2), type: ORGANIZATION })).toEqual({
    level: 'organization',
    uuid: uuidOf(2),
  });
  expect(draftPlaceOf(null)).toBeNull();
});
