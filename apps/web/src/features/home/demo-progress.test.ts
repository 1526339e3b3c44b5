import { expect, it } from 'vitest';
import { isSendingHistory } from './demo-progress.ts';

it('is sending while devices are online without current traffic', () => {
  expect(isSendingHistory({ online: 60 }, { downKbps: null })).toBe(true);
});

it('is done once current traffic is known, even if zero', () => {
  expect(isSendingHistory({ online: 60 }, { downKbps: 0 })).toBe(false);
});

it('is false without online devices, without permission and while loading', () => {
  expect(isSendingHistory({ online: 0 }, { downKbps: null })).toBe(false);
  expect(isSendingHistory({ online: null }, { downKbps: null })).toBe(false);
  expect(isSendingHistory(undefined, { downKbps: null })).toBe(false);
  expect(isSendingHistory({ online: 60 }, undefined)).toBe(false);
});
