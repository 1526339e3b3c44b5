import { isDeepStrictEqual } from 'node:util';
import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import type {
  DeviceFailure,
  DeviceState,
  RevertFailure,
  SkipReason,
} from '@airloom/contract/configuration/configuration.states';
import type { EffectiveSettings } from '@airloom/contract/configuration/effective';
import type { ConfigurationDocument } from '@airloom/device-protocol/configuration/document';
import {
  type BandNetwork,
  checksForRadar,
  type Missing,
  missingIn,
  type Observed,
} from '@airloom/device-protocol/configuration/verify';
import type { NewestVersion } from '../../../devices/index.ts';
import type { IN_FLIGHT } from '../rollout-states.ts';

const { answerWithinMs, offlineWaitMs, verifyWithinMs, verifyAfterRadarCheckWithinMs } = CONFIGURATION_LIMITS;

/** What a device had when it started, and returns to if the change fails. */
export interface Earlier {
  readonly settings: EffectiveSettings | null;
  /** Parts that it had rejected, and what its report did not show: these are no failures of the change. */
  readonly rejected: readonly string[];
  readonly missing: readonly Missing[];
  /** Set where its document was not the one of these settings any more: it returns to the document of this version. */
  readonly version?: number;
  /** Of the document it had: those that the new one does not contain must go off air. Earlier releases stored none. */
  readonly networks?: readonly BandNetwork[];
}

export interface DeviceInFlight {
  readonly deviceId: string;
  readonly siteId: string;
  readonly state: (typeof IN_FLIGHT)[number];
  readonly version: number | null;
  readonly revertedVersion: number | null;
  /** When it has to have answered, or shown the version. */
  readonly nextAt: Date;
  /** Since when its reports show the version. */
  readonly shownAt: Date | null;
  readonly earlier: Earlier | null;
}

export interface Evidence {
  /** Null when the device was deleted. */
  readonly device: {
    readonly connected: boolean;
    readonly onlineAt: Date | null;
    readonly managed: boolean;
    /** Its firmware is being upgraded: it is away for longer than it has to answer. */
    readonly upgrading: boolean;
  } | null;
  readonly newest: NewestVersion | undefined;
  /** Its latest report, if that is of the newest version. */
  readonly observed: Observed | null;
}

export interface Judgement {
  readonly state: DeviceState;
  /** Of the version that is being evaluated. */
  readonly version: number | null;
  readonly skipReason?: SkipReason;
  readonly failure?: DeviceFailure;
  readonly revertFailure?: RevertFailure;
  readonly rejected?: readonly string[];
  readonly missing?: readonly Missing[];
  readonly nextAt?: Date;
  readonly shownAt?: Date;
}

export interface Timing {
  readonly now: Date;
  /** A device that shows its version is verified when it is still connected after this time. */
  readonly holdMs: number;
}

/** What became of a device in a rollout; null while nothing changed. */
export function judgeDevice(
  row: DeviceInFlight,
  changeId: string,
  { device, newest, observed }: Evidence,
  { now, holdMs }: Timing,
): Judgement | null {
  const { version } = row;
  if (device === null) return { state: 'skipped', version, skipReason: 'deviceGone' };
  if (!device.managed) return { state: 'skipped', version, skipReason: 'notManaged' };
  if (newest === undefined) return null;
  if (isReplaced(row, changeId, newest)) return { state: 'superseded', version };
  if (row.state === 'reverting') return judgeRevert(row, newest, { device, observed }, now);
  return judgeDelivery(row, newest, { device, observed }, { now, holdMs });
}

const BY_PERSON: readonly NewestVersion['reason'][] = ['restored', 'takenOver', 'vlanChanged'];

/** Whether a later change or a person gave the device other settings, or another way to its gateway. A later rename has the same. */
function isReplaced({ version, revertedVersion }: DeviceInFlight, changeId: string, newest: NewestVersion) {
  const own = Math.max(version ?? 0, revertedVersion ?? 0);
  if (newest.version <= own) return false;
  return BY_PERSON.includes(newest.reason) || (newest.changeId !== null && newest.changeId !== changeId);
}

const REFUSING: readonly NewestVersion['state'][] = ['partly', 'refused', 'notApplied'];

function refusalOf({ state }: NewestVersion): 'rejected' | 'notKept' {
  return state === 'notApplied' ? 'notKept' : 'rejected';
}

/** `partly` counts as applied where the device rejected nothing that it had not rejected before. */
function answerOf({ earlier }: DeviceInFlight, { state, rejected }: NewestVersion): NewestVersion['state'] {
  const known = earlier?.rejected ?? [];
  return state === 'partly' && rejected.every((part) => known.includes(part)) ? 'applied' : state;
}

interface Seen {
  readonly device: NonNullable<Evidence['device']>;
  readonly observed: Observed | null;
}

function judgeDelivery(
  row: DeviceInFlight,
  newest: NewestVersion,
  { device, observed }: Seen,
  timing: Timing,
): Judgement | null {
  const { now } = timing;
  const { state, nextAt, earlier, shownAt } = row;
  const { connected, upgrading } = device;
  const { version, rejected, document } = newest;
  const answer = answerOf(row, newest);
  if (REFUSING.includes(answer)) return { state: 'rejected', version, rejected, failure: refusalOf(newest) };
  const isLate = now >= nextAt;
  if (answer !== 'applied' && upgrading) return waitsLonger(row, version, now);
  if (answer !== 'applied') return isLate ? { state: 'noAnswer', version, failure: 'noAnswer' } : null;
  const missing = missingOf(document, version, observed, earlier?.networks).filter(
    (one) => !(earlier?.missing ?? []).some((known) => isDeepStrictEqual(known, one)),
  );
  if (connected && missing.length === 0) return judgeShown(row, newest, timing);
  if (state === 'sent') return { state: 'accepted', version, nextAt: verifyBy(document, now) };
  if (upgrading) return waitsLonger(row, version, now);
  if (!isLate) return shownAt === null ? null : { state, version, nextAt };
  return connected
    ? { state: 'notVerified', version, missing, failure: 'notShown' }
    : { state: 'noAnswer', version, failure: 'connectionLost' };
}

/** From when a report shows the version, it has to stay connected for a time. */
function judgeShown(
  { state, nextAt, shownAt }: DeviceInFlight,
  { version, document }: NewestVersion,
  { now, holdMs }: Timing,
): Judgement | null {
  const since = shownAt ?? now;
  if (now.getTime() - since.getTime() >= holdMs) return { state: 'verified', version };
  if (shownAt !== null) return null;
  const deadline = state === 'sent' ? verifyBy(document, now) : nextAt;
  return { state: 'accepted', version, nextAt: deadline, shownAt: since };
}

/** It keeps at least half of its time until after an upgrade. */
function waitsLonger({ state, nextAt }: DeviceInFlight, version: number, now: Date): Judgement | null {
  if (nextAt.getTime() - now.getTime() > answerWithinMs / 2) return null;
  return { state, version, nextAt: new Date(now.getTime() + answerWithinMs) };
}

/** When a report has to show a document that the device applied just now. */
export function verifyBy(document: unknown, now: Date): Date {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by compile
  const isSlow = checksForRadar(document as ConfigurationDocument);
  return new Date(now.getTime() + (isSlow ? verifyAfterRadarCheckWithinMs : verifyWithinMs));
}

export function missingOf(
  document: unknown,
  version: number,
  observed: Observed | null,
  before: readonly BandNetwork[] = [],
): Missing[] {
  if (observed === null) return [{ what: 'version', name: String(version), band: null }];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by compile
  return missingIn(document as ConfigurationDocument, observed, before);
}

/** A device that is offline is waited for; one that is connected has to answer, and to show the version in a report. */
function judgeRevert(
  row: DeviceInFlight,
  newest: NewestVersion,
  { device, observed }: Seen,
  now: Date,
): Judgement | null {
  const { version, nextAt } = row;
  const answer = answerOf(row, newest);
  const { connected, upgrading, onlineAt } = device;
  const failed = (revertFailure: RevertFailure): Judgement => ({
    state: 'revertFailed',
    version,
    revertFailure,
  });
  if (REFUSING.includes(answer)) return { ...failed(refusalOf(newest)), rejected: newest.rejected };
  const isApplied = answer === 'applied';
  if (isApplied && observed !== null) return { state: 'reverted', version };
  const sendableSince = Math.max(nextAt.getTime() - offlineWaitMs, onlineAt?.getTime() ?? 0);
  const waitMs = isApplied ? answerWithinMs + verifyAfterRadarCheckWithinMs : answerWithinMs;
  const isLate = connected && !upgrading && now.getTime() >= sendableSince + waitMs;
  if (isLate) return failed(isApplied ? 'notShown' : 'noAnswer');
  return now >= nextAt ? failed(connected ? 'noAnswer' : 'notReturned') : null;
}
