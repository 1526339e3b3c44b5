import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { kindsSeenWith } from '@airloom/contract/devices/device-classes';
import { Failure } from './failure.ts';
import { may, type Scope } from './scope.ts';

export function visibleKinds(scope: Pick<Scope, 'grants'>): readonly DeviceKind[] {
  return kindsSeenWith((key) => may(scope, key));
}

export function seesDevices(scope: Pick<Scope, 'grants'>): boolean {
  return visibleKinds(scope).length > 0;
}

export function requireDeviceClass(scope: Pick<Scope, 'grants'>): void {
  if (!seesDevices(scope)) throw new Failure('permissionDenied', {}, { missing: 'all_device' });
}
