import { expect, it } from 'vitest';
import { isTelling } from './demo-progress.ts';

it('is on its way while devices are there and nothing is known of now', () => {
  expect(isTelling({ online: 60 }, { downKbps: null })).toBe(true);
});

it('has come once it is known what passes, be it nothing', () => {
  expect(isTelling({ online: 60 }, { downKbps: 0 })).toBe(false);
});

it('is not promised where nobody will tell, may be seen, or before it is known', () => {
  expect(isTelling({ online: 0 }, { downKbps: null })).toBe(false);
  expect(isTelling({ online: null }, { downKbps: null })).toBe(false);
  expect(isTelling(undefined, { downKbps: null })).toBe(false);
  expect(isTelling({ online: 60 }, undefined)).toBe(false);
});
