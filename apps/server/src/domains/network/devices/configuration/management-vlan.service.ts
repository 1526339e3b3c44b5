import type { RefusedDevice } from '@airloom/contract/devices/devices.model';
import { CAN_BE_TAKEN_OVER } from '@airloom/contract/devices/devices.states';
import { audit } from '../../../../platform/audit.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { notConfigured, sortedOut } from '../claims/bulk-refusal.ts';
import { changeDevices, loggedDevice } from '../device-change.ts';
import { lockDevices } from '../presence/locked-devices.repository.ts';
import { makeConfigurations } from './configurations.service.ts';
import { setVlan, startTrials } from './vlan-trial.repository.ts';

/**
 * Sets the management VLAN of access points. One that does not return with it gets the previous one back. Controller members are configured by their controller.
 */
export function setManagementVlan(
  platform: Platform,
  scope: Scope,
  { deviceUUIDs, vlan }: { readonly deviceUUIDs: readonly string[]; readonly vlan: number | null },
): Promise<{ changed: number; refused: RefusedDevice[] }> {
  return changeDevices(platform, scope, async (tx) => {
    const locked = await lockDevices(tx, scope, deviceUUIDs);
    const { good, refused } = sortedOut(locked, (device) =>
      device.kind === 'ap' ? notConfigured(device) : 'onlyAccessPoints',
    );
    // A device may accept a refused version after a firmware upgrade.
    const others = good.filter(
      (device) => device.management_vlan !== vlan || CAN_BE_TAKEN_OVER.includes(device.configuration_state),
    );
    if (others.length === 0) return { change: null, answer: { changed: 0, refused } };
    const ids = others.map(({ id }) => id);
    await setVlan(tx, scope, ids, vlan);
    const made = await makeConfigurations(tx, scope, ids, {
      reason: 'vlanChanged',
      by: scope.manager,
      at: platform.now(),
    });
    await startTrials(tx, scope, ids, made);
    return {
      change: others.map((device) =>
        loggedDevice(
          device,
          audit.values({ managementVlan: device.management_vlan }, { managementVlan: vlan }),
        ),
      ),
      answer: { changed: others.length, refused },
    };
  });
}
