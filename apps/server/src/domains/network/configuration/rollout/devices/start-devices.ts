import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import type { SkipReason } from '@airloom/contract/configuration/configuration.states';
import { NO_SETTINGS } from '@airloom/contract/configuration/effective';
import type { ConfigurationDocument } from '@airloom/device-protocol/configuration/document';
import { portInDocument } from '@airloom/device-protocol/configuration/port-in-document';
import {
  type BandNetwork,
  type Missing,
  networksIn,
  type Observed,
} from '@airloom/device-protocol/configuration/verify';
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
import { guardedNow } from './guarded-now.ts';
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
  const safe = await guardedNow(tx, change, sourcesFound, resolved);
  const left = new Map<string, SkipReason>(
    sourcesFound.flatMap((source): [string, SkipReason][] => {
      if (!isReviewed(source)) return [[source.id, 'settingsChanged']];
      return safe.get(source.id)?.cutsOff ? [[source.id, 'uplinkNotConfirmed']] : [];
    }),
  );
  await writeSettlements(
    tx,
    change,
    [...left].map(([id, reason]) => leftOut(id, reason)),
    now,
  );
  const ids = found.filter((id) => !left.has(id));
  const locked = sourcesFound.filter(({ id }) => !left.has(id));
  const sources = locked.map((source) => ({
    ...source,
    released_settings: safe.get(source.id)?.effective ?? NO_SETTINGS,
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
  const answered = [...newest].filter(([, { state }]) => state === 'partly' || state === 'applied');
  const observed = await observedOf(
    tx,
    change.tenant,
    new Map(answered.map(([id, { version }]) => [id, version])),
  );
  const earlier = new Map(
    locked.map((source) => {
      const { id } = source;
      const next = sources.find((one) => one.id === id) ?? source;
      const seen = { observed: observed.get(id) ?? null, now };
      const had = unproven.get(id) ?? earlierOf(source, next, newest.get(id), seen);
      return [id, { ...had, networks: networksOf(newest.get(id)) }];
    }),
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
  return { others: superseded, more: found.length === STARTED_MAX || left.size > 0 };
}

function leftOut(deviceId: string, skipReason: SkipReason): Settlement {
  return { deviceId, state: 'skipped', version: null, skipReason };
}

const RUNS: readonly NewestVersion['state'][] = ['pending', 'applied', 'partly'];

function earlierOf(
  source: ConfigurationSource,
  next: ConfigurationSource,
  newest: NewestVersion | undefined,
  { observed, now }: { readonly observed: Observed | null; readonly now: Date },
): Earlier {
  const { released_settings: settings } = source;
  const outdated =
    newest !== undefined && RUNS.includes(newest.state) && isPending(source, releasedOf(source))
      ? { version: newest.version }
      : {};
  if (newest === undefined) return { settings, rejected: [], missing: [], ...outdated };
  const { state, document, version } = newest;
  const missing = observed === null ? [] : missingOf(document, version, observed);
  if (state === 'partly') return { settings, rejected: newest.rejected, missing, ...outdated };
  // What an applied version does not show may be on its way, except at ports that the change leaves as they are.
  const isUntouched = ({ what, name }: Missing) =>
    what.startsWith('port') && isSamePort(name, document, documentOf(next, version, now));
  return { settings, rejected: [], missing: missing.filter(isUntouched), ...outdated };
}

function isSamePort(name: string, before: unknown, after: ConfigurationDocument): boolean {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by compile
  return portInDocument(before as ConfigurationDocument, name) === portInDocument(after, name);
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
