import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import type { DeviceState, SkipReason } from '@airloom/contract/configuration/configuration.states';
import type { ConfigurationDocument } from '@airloom/device-protocol/configuration/document';
import { type Missing, missingIn, type Observed } from '@airloom/device-protocol/configuration/verify';
import type { NewestVersion } from '../../devices/index.ts';
import type { IN_FLIGHT } from './rollout-states.ts';

const { verifyWithinMs } = CONFIGURATION_LIMITS;

export interface DeviceInFlight {
  readonly deviceId: string;
  readonly siteId: string;
  readonly state: (typeof IN_FLIGHT)[number];
  readonly version: number | null;
  readonly revertedVersion: number | null;
  /** When it has to have answered, or shown the version. */
  readonly nextAt: Date;
}

export interface Evidence {
  /** Null when the device was deleted. */
  readonly device: { readonly connected: boolean; readonly managed: boolean } | null;
  readonly newest: NewestVersion | undefined;
  /** Its latest report, if that is of the newest version. */
  readonly observed: Observed | null;
}

export interface Judgement {
  readonly state: DeviceState;
  /** Of the version that is being evaluated. */
  readonly version: number | null;
  readonly skipReason?: SkipReason;
  readonly rejected?: readonly string[];
  readonly missing?: readonly Missing[];
  readonly nextAt?: Date;
}

/** What became of a device in a rollout; null while nothing changed. */
export function judgeDevice(
  row: DeviceInFlight,
  changeId: string,
  { device, newest, observed }: Evidence,
  now: Date,
): Judgement | null {
  const { version } = row;
  if (device === null) return { state: 'skipped', version, skipReason: 'deviceGone' };
  if (!device.managed) return { state: 'skipped', version, skipReason: 'notManaged' };
  if (newest === undefined) return null;
  if (isReplaced(row, changeId, newest)) return { state: 'superseded', version };
  if (row.state === 'reverting') return judgeRevert(row, newest, observed, now);
  return judgeDelivery(row, newest, { connected: device.connected, observed }, now);
}

/** Whether a later change or a person gave the device other settings. A later rename has the same settings. */
function isReplaced({ version, revertedVersion }: DeviceInFlight, changeId: string, newest: NewestVersion) {
  const own = Math.max(version ?? 0, revertedVersion ?? 0);
  if (newest.version <= own) return false;
  const byPerson = newest.reason === 'restored' || newest.reason === 'takenOver';
  return byPerson || (newest.changeId !== null && newest.changeId !== changeId);
}

const REFUSING: readonly NewestVersion['state'][] = ['partly', 'refused', 'notApplied'];

function judgeDelivery(
  { state, nextAt }: DeviceInFlight,
  { version, state: answer, rejected, document }: NewestVersion,
  { connected, observed }: { readonly connected: boolean; readonly observed: Observed | null },
  now: Date,
): Judgement | null {
  if (REFUSING.includes(answer)) return { state: 'rejected', version, rejected };
  const isLate = now >= nextAt;
  if (answer !== 'applied') return isLate ? { state: 'noAnswer', version } : null;
  const missing = missingOf(document, version, observed);
  if (connected && missing.length === 0) return { state: 'verified', version };
  if (state === 'sent')
    return { state: 'accepted', version, nextAt: new Date(now.getTime() + verifyWithinMs) };
  if (!isLate) return null;
  return connected ? { state: 'notVerified', version, missing } : { state: 'noAnswer', version };
}

function missingOf(document: unknown, version: number, observed: Observed | null): Missing[] {
  if (observed === null) return [{ what: 'version', name: String(version), band: null }];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by compile
  return missingIn(document as ConfigurationDocument, observed);
}

/** A device that is offline is waited for. */
function judgeRevert(
  { version, nextAt }: DeviceInFlight,
  newest: NewestVersion,
  observed: Observed | null,
  now: Date,
): Judgement | null {
  if (REFUSING.includes(newest.state)) return { state: 'revertFailed', version, rejected: newest.rejected };
  if (newest.state === 'applied' && observed !== null) return { state: 'reverted', version };
  return now >= nextAt ? { state: 'revertFailed', version } : null;
}
