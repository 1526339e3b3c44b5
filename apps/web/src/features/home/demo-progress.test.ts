import { expect, it } from 'vitest';
import { isSendingHistory } from './demo-progress.ts';

it('is on its way while devices are there and nothing is known of now', () => {
  expect(isSendingHistory({ online: 60 }, { downKbps: null })).toBe(true);
});

it('has come once it is known what passes, be it nothing', () => {
  expect(isSendingHistory({ online: 60 }, { downKbps: 0 })).toBe(false);
});

it('is not promised where nobody will tell, may be seen, or before it is known', () => {
  expect(isSendingHistory({ online: 0 }, { downKbps: null })).toBe(false);
  expect(isSendingHistory({ online: null }, { downKbps: null })).toBe(false);
  expect(isSendingHistory(undefined, { downKbps: null })).toBe(false);
  expect(isSendingHistory({ online: 60 }, undefined)).toBe(false);
});
