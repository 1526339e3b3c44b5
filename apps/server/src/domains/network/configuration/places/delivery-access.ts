import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { GuardGrant } from '@airloom/contract/guards';
import { Failure } from '../../../../platform/failure.ts';
import { may, type Scope } from '../../../../platform/scope.ts';

/** Besides `network_config`: what the delivery of pending settings to a device of this kind needs. */
export function deliveryGrants(kind: DeviceKind): readonly GuardGrant[] {
  return kind === 'switch' ? ['switch_device:operate', 'device_manage:operate'] : ['network:operate'];
}

export function mayDeliverTo(scope: Pick<Scope, 'grants'>, kinds: Iterable<DeviceKind>): boolean {
  return [...kinds].flatMap(deliveryGrants).every((grant) => may(scope, grant));
}

/** @throws {Failure} when one of these kinds may not be delivered to */
export function requireDeliveryTo(scope: Pick<Scope, 'grants'>, kinds: Iterable<DeviceKind>): void {
  const missing = [...kinds].flatMap(deliveryGrants).find((grant) => !may(scope, grant));
  if (missing !== undefined) throw new Failure('permissionDenied', {}, { missing });
}

const VIEWED = ['network', 'switch_device'] as const;

/** Whether pending settings concern a person at all; which kinds they may deliver to depends on the devices. */
export function requireAnyDelivery(scope: Pick<Scope, 'grants'>, need: 'view' | 'operate'): void {
  const isPermitted =
    need === 'view'
      ? VIEWED.some((key) => may(scope, key))
      : mayDeliverTo(scope, ['switch']) || mayDeliverTo(scope, ['ap']);
  if (!isPermitted)
    throw new Failure('permissionDenied', {}, { missing: need === 'view' ? 'network' : 'network:operate' });
}
