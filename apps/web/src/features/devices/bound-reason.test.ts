import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { expect, test } from 'vitest';
import { boundReason } from './bound-reason.ts';

const under = (kind: DeviceKind | null) => ({
  managedBy: kind && { deviceUUID: crypto.randomUUID(), kind, name: kind },
});

test.each([
  [[null], undefined],
  [['gateway'], 'apUnderGateway'],
  [['ac'], 'apUnderController'],
  [['controller'], 'apUnderController'],
  [['gateway', 'ac'], 'apUnderController'],
  [['gateway', null], undefined],
] as const)('devices under %j', (kinds, reason) => {
  expect(boundReason(kinds.map(under))).toBe(reason);
});
