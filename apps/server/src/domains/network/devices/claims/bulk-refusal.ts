import type { RefusedDevice } from '@airloom/contract/devices/devices.model';
import { Failure } from '../../../../platform/failure.ts';
import { namesOf } from '../device-change.ts';
import type { HeldDevice } from '../presence/locked-devices.repository.ts';

type BulkReason =
  | 'apUnderGateway'
  | 'apUnderController'
  | 'deviceOnline'
  | 'onlyAccessPoints'
  | 'deviceNotManaged'
  | 'siteObserveOnly'
  | 'notReportedYet'
  | 'previewOutdated';

/** What stands under another stands where that one stands: its next report would put it back. */
export function boundTo({ above_kind }: Pick<HeldDevice, 'above_kind'>): BulkReason | null {
  if (above_kind === null) return null;
  return above_kind === 'gateway' ? 'apUnderGateway' : 'apUnderController';
}

/** Why a device is sent no configuration that somebody changes here; null when it is. */
export function notConfigured(
  device: Pick<HeldDevice, 'above_kind' | 'observe_only' | 'configuration_state'>,
): BulkReason | null {
  if (device.observe_only) return 'siteObserveOnly';
  return boundTo(device) ?? (device.configuration_state === 'unmanaged' ? 'deviceNotManaged' : null);
}

/** What cannot be done to some is done to the others; only when none is left does the whole fail. */
export function sortedOut(
  held: readonly HeldDevice[],
  refuses: (device: HeldDevice) => BulkReason | null,
): { readonly good: HeldDevice[]; readonly refused: RefusedDevice[] } {
  const good: HeldDevice[] = [];
  const bad: { readonly device: HeldDevice; readonly reason: BulkReason }[] = [];
  for (const device of held) {
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
