import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import { DEVICE_KINDS, KIND_PERMISSION } from '@airloom/contract/devices/device-classes';
import { ALL_GRANTS } from '@airloom/contract/permissions';
import type { Transaction } from '../../../../platform/database/database.ts';
import { visibleKinds } from '../../../../platform/device-classes.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { isPending, readSources, sameDocuments } from '../../devices/index.ts';
import { settingsOfSites } from '../../settings/index.ts';
import type { Affected } from '../edits/affected.ts';
import { overlay, type PreparedEdit } from '../edits/prepared-edit.ts';
import { skipReasonOf } from './compare-device.ts';
import { type AffectedDevice, readDevices, resolver } from './review-devices.ts';

const EVERY_GRANT = new Set(ALL_GRANTS);

/** @throws {Failure} when a device would get other settings that the review hides from the person */
export async function requireAllShown(
  tx: Transaction,
  scope: Scope,
  affected: Affected,
  edits: readonly PreparedEdit[],
): Promise<void> {
  const shown = visibleKinds(scope);
  if (shown.length === DEVICE_KINDS.length) return;
  const everybody = { ...scope, grants: EVERY_GRANT };
  for (let after: string | null = null; ; ) {
    const page = await readDevices(tx, everybody, affected, after, CONFIGURATION_LIMITS.reviewPageMax);
    const hidden = page.filter(({ kind }) => !shown.includes(kind));
    const changed = await firstChanged(tx, scope, hidden, edits);
    if (changed !== undefined)
      throw new Failure('permissionDenied', {}, { missing: KIND_PERMISSION[changed.kind] });
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** The first of some devices that would get other settings. */
export async function firstChanged(
  tx: Transaction,
  scope: Scope,
  devices: readonly AffectedDevice[],
  edits: readonly PreparedEdit[],
): Promise<AffectedDevice | undefined> {
  if (devices.length === 0) return undefined;
  const ids = devices.map(({ id }) => id);
  const sources = new Map((await readSources(tx, scope, ids)).map((source) => [source.id, source]));
  const siteIds = [...new Set(devices.map(({ siteId }) => siteId))];
  const present = await settingsOfSites(tx, scope, siteIds);
  const [before, resolved] = [resolver(present), resolver(overlay(present, edits))];
  return devices.find((device) => {
    const source = sources.get(device.id);
    if (source === undefined || skipReasonOf(device, source) !== null) return false;
    // It waits for settings of other changes only: those deliver them.
    if (edits.length > 0 && sameDocuments(source, before(device), resolved(device))) return false;
    return isPending(source, resolved(device));
  });
}
