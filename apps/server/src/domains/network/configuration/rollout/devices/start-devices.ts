import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import { NO_SETTINGS } from '@airloom/contract/configuration/effective';
import type { ConfigurationDocument } from '@airloom/device-protocol/configuration/document';
import { type BandNetwork, networksIn, type Observed } from '@airloom/device-protocol/configuration/verify';
import type { Transaction } from '../../../../../platform/database/database.ts';
import {
  adoptVersions,
  type ConfigurationSource,
  documentOf,
  isPending,
  lockSources,
  makeConfigurations,
  type NewestVersion,
  newestVersions,
  releasedOf,
  releaseSettings,
  sameContent,
  startTrials,
  verifySettings,
} from '../../../devices/index.ts';
import type { ChangeKey, LockedChange } from '../changes.repository.ts';
import { nextInTurn, STARTED_MAX } from '../progress.repository.ts';
import { type Settlement, supersedeOthers, writeSettlements } from './change-devices.repository.ts';
import { observedOf } from './evidence.repository.ts';
import { type Earlier, missingOf, verifyBy } from './judge-device.ts';
import { settingsNow } from './reviewed-settings.ts';

const { answerWithinMs } = CONFIGURATION_LIMITS;

export interface StartedDevices {
  /** Other changes whose devices were reached first. */
  readonly others: readonly ChangeKey[];
  /** Whether more devices may be started at once. */
  readonly more: boolean;
}

/**
 * Starts the next devices, at most as many as may run at the same time: releases the settings that apply to them now and makes
 * their versions, which are sent like all others. Leaves out devices that would get settings that were not reviewed.
 */
export async function startDevices(
  tx: Transaction,
  change: LockedChange,
  wave: number,
  now: Date,
): Promise<StartedDevices> {
  const found = await nextInTurn(tx, change, wave);
  if (found.length === 0) return { others: [], more: false };
  const sourcesFound = await lockSources(tx, change, found);
  const { resolved, isReviewed } = await settingsNow(tx, change, found);
  const unreviewed = new Set(sourcesFound.filter((source) => !isReviewed(source)).map(({ id }) => id));
  await writeSettlements(tx, change, [...unreviewed].map(leftOut), now);
  const ids = found.filter((id) => !unreviewed.has(id));
  const locked = sourcesFound.filter(({ id }) => !unreviewed.has(id));
  const sources = locked.map((source) => ({
    ...source,
    released_settings: resolved.get(source.id) ?? NO_SETTINGS,
  }));
  const newest = await newestVersions(tx, change, ids);
  const superseded = await supersedeOthers(tx, change, ids, now);
  // A device in flight of another change returns to what it had before that one.
  const unproven = new Map(
    superseded.flatMap(({ deviceId, earlier }) => (earlier === null ? [] : [[deviceId, earlier]])),
  );
  await verifySettings(
    tx,
    change,
    ids.filter((id) => newest.get(id)?.state === 'applied' && !unproven.has(id)),
  );
  const partly = [...newest].filter(([, { state }]) => state === 'partly');
  const observed = await observedOf(
    tx,
    change.tenant,
    new Map(partly.map(([id, { version }]) => [id, version])),
  );
  const earlier = new Map(
    locked.map((source) => [
      source.id,
      {
        ...(unproven.get(source.id) ??
          earlierOf(source, newest.get(source.id), observed.get(source.id) ?? null)),
        networks: networksOf(newest.get(source.id)),
      },
    ]),
  );
  await releaseSettings(tx, change, sources);
  const current = new Map(
    sources.flatMap((source) => {
      const version = newest.get(source.id);
      return version !== undefined && isCurrent(source, version, now) ? [[source.id, version]] : [];
    }),
  );
  await adoptVersions(tx, change, [...current.keys()], change.id);
  const made = await makeConfigurations(
    tx,
    change,
    sources.map(({ id }) => id).filter((id) => !current.has(id)),
    { reason: 'change', by: change.createdBy, at: now, changeId: change.id },
  );
  await startTrials(
    tx,
    change,
    locked.flatMap(({ id, released_settings: before }) => {
      const version = made.get(id);
      return version === undefined ? [] : [{ id, version, before: before?.managementVlan?.value ?? null }];
    }),
  );
  await writeSettlements(
    tx,
    change,
    ids.map((id) => {
      const started = startedAs(id, current.get(id), made.get(id), now);
      const had = earlier.get(id);
      return had === undefined ? started : { ...started, earlier: had };
    }),
    now,
  );
  return { others: superseded, more: found.length === STARTED_MAX || unreviewed.size > 0 };
}

function leftOut(deviceId: string): Settlement {
  return { deviceId, state: 'skipped', version: null, skipReason: 'settingsChanged' };
}

const RUNS: readonly NewestVersion['state'][] = ['pending', 'applied', 'partly'];

function earlierOf(
  source: ConfigurationSource,
  newest: NewestVersion | undefined,
  observed: Observed | null,
): Earlier {
  const { released_settings: settings } = source;
  const outdated =
    newest !== undefined && RUNS.includes(newest.state) && isPending(source, releasedOf(source))
      ? { version: newest.version }
      : {};
  if (newest?.state !== 'partly') return { settings, rejected: [], missing: [], ...outdated };
  const { document, version, rejected } = newest;
  const missing = observed === null ? [] : missingOf(document, version, observed);
  return { settings, rejected, missing, ...outdated };
}

/** Networks of the document that a device has, or was sent. */
function networksOf(newest: NewestVersion | undefined): readonly BandNetwork[] {
  if (newest === undefined || !RUNS.includes(newest.state)) return [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by compile
  return networksIn(newest.document as ConfigurationDocument);
}

/** Whether the newest version has the settings already, for example because another change delivers them. */
function isCurrent(
  source: ConfigurationSource,
  { version, state, document }: NewestVersion,
  now: Date,
): boolean {
  if (state !== 'pending' && state !== 'applied') return false;
  return sameContent(documentOf(source, version, now), document);
}

function startedAs(
  deviceId: string,
  current: NewestVersion | undefined,
  made: number | undefined,
  now: Date,
): Settlement {
  const answerBy = new Date(now.getTime() + answerWithinMs);
  if (made !== undefined) return { deviceId, state: 'sent', version: made, nextAt: answerBy };
  if (current === undefined) return { deviceId, state: 'skipped', version: null, skipReason: 'notReported' };
  return current.state === 'applied'
    ? {
        deviceId,
        state: 'accepted',
        version: current.version,
        nextAt: verifyBy(current.document, now),
      }
    : { deviceId, state: 'sent', version: current.version, nextAt: answerBy };
}
