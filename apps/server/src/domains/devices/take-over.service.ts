import type { RefusedDevice } from '@airloom/contract/devices/devices.model';
import { CAN_BE_TAKEN_OVER } from '@airloom/contract/devices/devices.states';
import { nextVersion } from '@airloom/device-protocol/configuration/versions';
import { z } from 'zod';
import { Failure } from '../../platform/failure.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Scope } from '../../platform/scope.ts';
import { boundTo, sortedOut } from './bulk-refusal.ts';
import { documentOf, enablesAllPorts, isKnownEnough } from './configuration-document.ts';
import { readSource, setStates } from './configurations.repository.ts';
import { makeConfigurations } from './configurations.service.ts';
import { changeDevices, deviceTarget } from './device-change.ts';
import { itsManager, OBSERVE_ONLY } from './device-joins.ts';
import { type HeldDevice, holdDevices } from './held-devices.repository.ts';
import { requireOrganizationsOperated, visibleDevices } from './reach.ts';

const document = z.record(z.string(), z.json());

/** What a device would be sent if it were taken over now. */
export function previewConfiguration(
  platform: Platform,
  scope: Scope,
  { deviceUUID }: { readonly deviceUUID: string },
) {
  return platform.database.withTenant(scope, async (tx) => {
    const seen = await tx.first(
      visibleDevices(scope)
        .leftJoin('device as above', itsManager)
        .select(['device.name', 'above.kind as above_kind'])
        .select(OBSERVE_ONLY)
        .where('device.id', '=', deviceUUID)
        .where('device.site_id', 'is not', null),
    );
    if (seen === undefined) throw new Failure('notFound');
    const bound = seen.observe_only ? 'siteObserveOnly' : boundTo(seen);
    if (bound !== null) throw new Failure(bound, { names: seen.name });
    const source = await readSource(tx, scope, deviceUUID);
    if (source === undefined) throw new Failure('notFound');
    if (!isKnownEnough(source)) throw new Failure('portsUnknown', { names: source.name });
    const made = documentOf(source, nextVersion(platform.now(), source.version));
    return {
      document: document.parse(JSON.parse(JSON.stringify(made))),
      enablesAllPorts: enablesAllPorts(source),
    };
  });
}

/** Devices that run configurations of their own are sent one made here, and are managed from then on. */
export function takeOverConfiguration(
  platform: Platform,
  scope: Scope,
  { deviceUUIDs }: { readonly deviceUUIDs: readonly string[] },
): Promise<{ changed: number; refused: RefusedDevice[] }> {
  requireOrganizationsOperated(scope);
  return changeDevices(platform, scope, async (tx) => {
    const held = await holdDevices(tx, scope, deviceUUIDs);
    if (held.some(({ site_id }) => site_id === null)) throw new Failure('notFound');
    const { good, refused } = sortedOut(held, notTakenOver);
    const unmanaged = good.filter(({ configuration_state: state }) => CAN_BE_TAKEN_OVER.includes(state));
    if (unmanaged.length === 0) return { change: null, answer: { changed: 0, refused } };
    const ids = unmanaged.map(({ id }) => id);
    await setStates(tx, scope, ids, 'pending');
    await makeConfigurations(tx, scope, ids, {
      reason: 'takenOver',
      by: scope.manager,
      at: platform.now(),
    });
    return {
      change: { target: deviceTarget(unmanaged), after: { configuration: 'takenOver' } },
      answer: { changed: unmanaged.length, refused },
    };
  });
}

function notTakenOver(device: HeldDevice) {
  if (device.observe_only) return 'siteObserveOnly';
  return boundTo(device) ?? (isKnownEnough(device) ? null : 'portsUnknown');
}
