import type { RefusedDevice } from '@airloom/contract/devices/devices.model';
import { Failure } from '../../../../platform/failure.ts';
import { namesOf } from '../device-change.ts';
import type { LockedDevice } from '../presence/locked-devices.repository.ts';

type BulkReason =
  | 'apUnderGateway'
  | 'apUnderController'
  | 'deviceOnline'
  | 'deviceVirtual'
  | 'deviceNotManaged'
  | 'siteObserveOnly'
  | 'notReportedYet'
  | 'previewOutdated';

/** A controller member is in the site of its controller: the next report would move it back. */
export function boundTo({ above_kind }: Pick<LockedDevice, 'above_kind'>): BulkReason | null {
  if (above_kind === null) return null;
  return above_kind === 'gateway' ? 'apUnderGateway' : 'apUnderController';
}

/** Why a changed configuration is not sent to a device; null when it is. */
export function notConfigured(
  device: Pick<LockedDevice, 'above_kind' | 'observe_only' | 'configuration_state'>,
): BulkReason | null {
  if (device.observe_only) return 'siteObserveOnly';
  return boundTo(device) ?? (device.configuration_state === 'unmanaged' ? 'deviceNotManaged' : null);
}

/** Refused devices do not affect the others; the call fails only when none is left. */
export function sortedOut(
  locked: readonly LockedDevice[],
  refuses: (device: LockedDevice) => BulkReason | null,
): { readonly good: LockedDevice[]; readonly refused: RefusedDevice[] } {
  const good: LockedDevice[] = [];
  const bad: { readonly device: LockedDevice; readonly reason: BulkReason }[] = [];
  for (const device of locked) {
    const reason = refuses(device);
    if (reason === null) good.push(device);
    else bad.push({ device, reason });
  }
  const [first] = bad;
  if (good.length === 0 && first !== undefined) {
    const alike = bad.filter(({ reason }) => reason === first.reason);
    throw new Failure(first.reason, { names: namesOf(alike.map(({ device }) => device)) });
  }
  return {
    good,
    refused: bad.map(({ device: { id, name }, reason }) => ({ deviceUUID: id, name, reason })),
  };
}
