import type { RefusedDevice } from '@airloom/contract/devices/devices.model';
import { audit } from '../../../../platform/audit.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { notConfigured, sortedOut } from '../claims/bulk-refusal.ts';
import { changeDevices, loggedDevice } from '../device-change.ts';
import { lockDevices, setPasswords } from '../presence/locked-devices.repository.ts';
import { requireOrganizationsOperated } from '../reach.ts';
import { makeConfigurations } from './configurations.service.ts';

/**
 * Sets or removes the password for local sign-in at devices. Setting the same password counts as a change, so that it
 * cannot be guessed by trying.
 */
export function setDevicePassword(
  platform: Platform,
  scope: Scope,
  { deviceUUIDs, password }: { readonly deviceUUIDs: readonly string[]; readonly password: string | null },
): Promise<{ changed: number; refused: RefusedDevice[] }> {
  requireOrganizationsOperated(scope);
  return changeDevices(platform, scope, async (tx) => {
    const { good, refused } = sortedOut(await lockDevices(tx, scope, deviceUUIDs), notConfigured);
    const others = password === null ? good.filter((device) => device.has_password) : good;
    if (others.length === 0) return { change: null, answer: { changed: 0, refused } };
    const ids = others.map(({ id }) => id);
    const sealed = ids.map(() => (password === null ? null : platform.vault.seal(password)));
    await setPasswords(tx, scope, ids, sealed);
    await makeConfigurations(tx, scope, ids, {
      reason: 'passwordChanged',
      by: scope.manager,
      at: platform.now(),
    });
    return {
      change: others.map((device) =>
        loggedDevice(device, [
          audit.secret('devicePassword'),
          ...audit.values({ hasPassword: device.has_password }, { hasPassword: password !== null }),
        ]),
      ),
      answer: { changed: others.length, refused },
    };
  });
}
