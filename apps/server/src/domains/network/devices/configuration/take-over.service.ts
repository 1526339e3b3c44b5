import { createHash } from 'node:crypto';
import { NO_SETTINGS } from '@airloom/contract/configuration/effective';
import type { RefusedDevice } from '@airloom/contract/devices/devices.model';
import { CAN_BE_TAKEN_OVER } from '@airloom/contract/devices/devices.states';
import { nextVersion } from '@airloom/device-protocol/configuration/versions';
import { z } from 'zod';
import { audit } from '../../../../platform/audit.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { boundTo, sortedOut } from '../claims/bulk-refusal.ts';
import { changeDevices, loggedDevice } from '../device-change.ts';
import { itsManager, OBSERVE_ONLY } from '../device-joins.ts';
import { type LockedDevice, lockDevices } from '../presence/locked-devices.repository.ts';
import { requireOrganizationsOperated, visibleDevices } from '../reach.ts';
import {
  canBuildConfiguration,
  documentOf,
  enablesAllPorts,
  fixesPortSpeeds,
  shownDocument,
} from './configuration-document.ts';
import { type ConfigurationSource, setStates } from './configurations.repository.ts';
import { makeConfigurations } from './configurations.service.ts';
import { readProven } from './proven-settings.ts';
import { releaseAnew } from './released-settings.ts';

const document = z.record(z.string(), z.json());

/** The document that a take over would send now. */
export function previewConfiguration(
  platform: Platform,
  scope: Scope,
  { deviceUUID }: { readonly deviceUUID: string },
) {
  return platform.database.withTenant(scope, async (tx) => {
    const seen = await tx.first(
      visibleDevices(scope)
        .leftJoin('device as above', itsManager)
        .select(['device.id', 'device.name', 'device.configuration_state', 'above.kind as above_kind'])
        .select(OBSERVE_ONLY)
        .where('device.id', '=', deviceUUID)
        .where('device.site_id', 'is not', null),
    );
    if (seen === undefined) throw new Failure('notFound');
    const [source] = await readProven(tx, scope, [deviceUUID], ownSettings([seen]));
    const refusal = refusalOf(seen, source);
    if (refusal !== null) throw new Failure(refusal, { names: seen.name });
    if (source === undefined) throw new Failure('notFound');
    const made = previewOf(source, platform.now());
    return {
      document: shownDocument(made),
      digest: digestOf(made),
      enablesAllPorts: enablesAllPorts(source),
      fixesPortSpeeds: fixesPortSpeeds(source),
    };
  });
}

interface PreviewedDevice {
  readonly deviceUUID: string;
  readonly digest: string;
}

/**
 * Sends devices with their own configurations one made here, and manages them from then on. Only a previewed document is
 * sent.
 */
export function takeOverConfiguration(
  platform: Platform,
  scope: Scope,
  { devices }: { readonly devices: readonly PreviewedDevice[] },
): Promise<{ changed: number; refused: RefusedDevice[] }> {
  requireOrganizationsOperated(scope);
  const digests = new Map(devices.map(({ deviceUUID, digest }) => [deviceUUID, digest]));
  const now = platform.now();
  return changeDevices(platform, scope, async (tx) => {
    const locked = await lockDevices(tx, scope, [...digests.keys()]);
    if (locked.some(({ site_id }) => site_id === null)) throw new Failure('notFound');
    const found = await readProven(tx, scope, [...digests.keys()], ownSettings(locked));
    const sources = new Map(found.map((source) => [source.id, source]));
    const { good, refused } = sortedOut(locked, (device) => {
      const source = sources.get(device.id);
      const refusal = refusalOf(device, source);
      if (refusal !== null || source === undefined || !canBeTakenOver(device)) return refusal;
      return digestOf(previewOf(source, now)) === digests.get(device.id) ? null : 'previewOutdated';
    });
    const unmanaged = good.filter(canBeTakenOver);
    if (unmanaged.length === 0) return { change: null, answer: { changed: 0, refused } };
    const ids = unmanaged.map(({ id }) => id);
    await setStates(tx, scope, ids, 'pending');
    await releaseAnew(
      tx,
      scope,
      found.filter(({ id }) => ids.includes(id)),
    );
    await makeConfigurations(tx, scope, ids, { reason: 'takenOver', by: scope.manager, at: now });
    return {
      change: unmanaged.map((device) =>
        loggedDevice(
          device,
          audit.values({ configurationState: device.configuration_state }, { configurationState: 'pending' }),
        ),
      ),
      answer: { changed: unmanaged.length, refused },
    };
  });
}

function canBeTakenOver({ configuration_state: state }: Pick<LockedDevice, 'configuration_state'>): boolean {
  return CAN_BE_TAKEN_OVER.includes(state);
}

/** What devices have without the settings of their site: a managed one keeps those it has. */
function ownSettings(devices: readonly Pick<LockedDevice, 'id' | 'configuration_state'>[]) {
  const managed = new Set(
    devices.filter(({ configuration_state: state }) => state !== 'unmanaged').map(({ id }) => id),
  );
  return (source: ConfigurationSource) => (managed.has(source.id) ? source.released_settings : NO_SETTINGS);
}

/** Why a device cannot be taken over; a device that never connected may turn out to be another kind. */
function refusalOf(
  device: Pick<LockedDevice, 'above_kind' | 'observe_only'>,
  source: ConfigurationSource | undefined,
) {
  if (device.observe_only) return 'siteObserveOnly';
  const bound = boundTo(device);
  if (bound !== null || source === undefined) return bound;
  return source.abilities !== null && canBuildConfiguration(source) ? null : 'notReportedYet';
}

function previewOf(source: ConfigurationSource, now: Date) {
  const made = documentOf(source, nextVersion(now, source.version), now);
  return document.parse(JSON.parse(JSON.stringify(made)));
}

/** Without the version, which is the build time of the document. */
function digestOf(made: z.infer<typeof document>): string {
  return createHash('sha256')
    .update(JSON.stringify({ ...made, uuid: 0 }))
    .digest('hex');
}
