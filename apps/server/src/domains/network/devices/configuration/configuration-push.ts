import type { ConfigurationReason } from '@airloom/contract/devices/devices.states';
import { withPassword } from '@airloom/device-protocol/configuration/password';
import { decidePush } from '@airloom/device-protocol/configuration/versions';
import type { Answer } from '@airloom/device-protocol/model';
import { z } from 'zod';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { Vault } from '../../../../platform/secrets.ts';
import type { DeviceKey } from '../presence/presence.repository.ts';
import { documentOf, isKnownEnough, sameContent } from './configuration-document.ts';
import {
  holdStandings,
  type Judgement,
  raiseVersions,
  readStandings,
  releaseDevices,
  type Standing,
  writeJudgements,
  writeNotApplied,
} from './configuration-push.repository.ts';
import { makeConfigurations } from './configurations.service.ts';
import { connectedTooLate, expire } from './take-over.expiry.ts';

/** The version a device said last that it runs; undefined while it has said none. */
export type Runs = (deviceId: string) => number | undefined;

/** A version of a device's configuration. */
export interface VersionOfDevice {
  readonly deviceId: string;
  readonly version: number;
}

export interface ConfigurationToPush extends VersionOfDevice {
  /** As it is stored; {@link documentToSend} makes of it what the device gets. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly sealedPassword: string | null;
}

const document = z.record(z.string(), z.json());

/** Those of many devices, of any accounts, that do not run what they should, or run it without anyone's knowing. */
export async function misconfigured(
  tx: Transaction,
  devices: readonly DeviceKey[],
  runs: Runs,
): Promise<DeviceKey[]> {
  const asked = new Map(devices.map((device) => [device.deviceId, device]));
  const found = await readStandings(tx, [...asked.values()]);
  const due = found.filter((standing) => {
    const { id, wanted } = standing;
    const version = runs(id);
    if (version === undefined) return false;
    if (connectedTooLate(standing)) return true;
    if (runsForeign(standing, version) || outdatedBy(standing) !== null) return true;
    return wanted !== null && (decide(standing, version) !== 'none' || isTaken(wanted, version));
  });
  return due.map(({ tenant, id }) => ({ tenant, deviceId: id }));
}

interface ConfigurationsDue {
  readonly pushes: readonly ConfigurationToPush[];
  /** What devices run although nobody has written down that they took it. */
  readonly taken: readonly VersionOfDevice[];
  /** Devices that run a configuration that was not made here; they were released. */
  readonly released: readonly string[];
}

/**
 * What devices of one account have to be sent, given what they say they run. Whatever has become known of a
 * device since its version was made (its radios, its ports) goes into a new one first. What they run is asked
 * once they are held: a version that was written down as taken by then has been told as well.
 */
export async function configurationsDue(
  tx: Transaction,
  scope: TenantScope,
  deviceIds: readonly string[],
  runs: Runs,
  now: Date,
): Promise<ConfigurationsDue> {
  const { standings, released } = await upToDate(tx, scope, deviceIds, runs, now);
  const pushes: (ConfigurationToPush & { readonly from: number })[] = [];
  const taken: VersionOfDevice[] = [];
  for (const standing of standings) {
    const { id: deviceId, version: newest, wanted, sealed_password: sealedPassword } = standing;
    const running = runs(deviceId);
    if (wanted === null || running === undefined) continue;
    const { version: from } = wanted;
    const decision = decide(standing, running);
    if (decision !== 'none') {
      const version = decision === 'push' ? from : Math.max(decision.raiseTo, (newest ?? 0) + 1);
      pushes.push({
        deviceId,
        from,
        version,
        document: { ...document.parse(wanted.document), uuid: version },
        sealedPassword,
      });
    } else if (isTaken(wanted, running)) taken.push({ deviceId, version: from });
  }
  await raiseVersions(
    tx,
    scope,
    pushes
      .filter(({ from, version }) => version !== from)
      .map(({ deviceId, from, version }) => ({ deviceId, from, to: version })),
  );
  return { pushes, taken, released };
}

/** What a device runs that is in recovery, or has no configuration. */
const NONE_OF_ITS_OWN = [0, 1];

/** Whether a device runs a configuration that was not made here, and that nobody asked to replace. */
function runsForeign({ versions, wanted, replaces }: Standing, running: number | undefined): boolean {
  if (running === undefined || NONE_OF_ITS_OWN.includes(running) || versions.includes(running)) return false;
  return wanted !== null && !replaces;
}

/** What the device gets: only here does the password it is told come in, whichever version it is. */
export function documentToSend(
  vault: Pick<Vault, 'unseal'>,
  { document: stored, sealedPassword }: ConfigurationToPush,
): ConfigurationToPush['document'] {
  return sealedPassword === null ? stored : withPassword(stored, vault.unseal(sealedPassword));
}

/** A device's answer as it may be kept: a device may repeat what it was sent. */
export function withoutSecrets(
  vault: Pick<Vault, 'unseal'>,
  { sealedPassword }: ConfigurationToPush,
  answer: Answer,
): Answer {
  if (sealedPassword === null) return answer;
  const password = vault.unseal(sealedPassword);
  // Some write a slash in JSON with another before it.
  const hide = (text: string): string =>
    text.replaceAll(password, '***').replaceAll(password.replaceAll('/', '\\/'), '***');
  return { ...answer, text: hide(answer.text), rejected: answer.rejected.map(hide) };
}

/** Devices judged versions they were sent; a version that no longer waits stays as it is. */
export async function configurationsJudged(
  tx: Transaction,
  scope: TenantScope,
  judgements: readonly Judgement[],
  at: Date,
): Promise<void> {
  if (judgements.length === 0) return;
  const deviceIds = await writeJudgements(tx, scope, judgements, at);
  if (deviceIds.length > 0) await publishEvent(tx, scope.tenant, 'ConfigurationsChanged', { deviceIds });
}

/** Versions that were sent often enough, to devices that still run others; the devices are held. */
export async function configurationsNotApplied(
  tx: Transaction,
  scope: TenantScope,
  versions: readonly VersionOfDevice[],
  at: Date,
): Promise<void> {
  if (versions.length === 0) return;
  await writeNotApplied(tx, scope, versions, at);
  const deviceIds = versions.map(({ deviceId }) => deviceId);
  await publishEvent(tx, scope.tenant, 'ConfigurationsChanged', { deviceIds });
}

async function upToDate(
  tx: Transaction,
  scope: TenantScope,
  deviceIds: readonly string[],
  runs: Runs,
  now: Date,
): Promise<{ readonly standings: readonly Standing[]; readonly released: readonly string[] }> {
  const all = await holdStandings(tx, scope, deviceIds);
  await expire(tx, scope, all.filter(connectedTooLate), now);
  const held = all.filter((standing) => !connectedTooLate(standing));
  const foreign = held.filter((standing) => runsForeign(standing, runs(standing.id)));
  const released = foreign.map(({ id }) => id);
  if (released.length > 0) await release(tx, scope, released);
  const standings = held.filter(({ id }) => !released.includes(id));
  const outdated = Map.groupBy(standings, outdatedBy);
  outdated.delete(null);
  for (const [reason, some] of outdated) {
    if (reason !== null)
      await makeConfigurations(
        tx,
        scope,
        some.map(({ id }) => id),
        { reason, by: null, at: now },
      );
  }
  if (outdated.size === 0) return { standings, released };
  const kept = standings.map(({ id }) => id);
  return { standings: await holdStandings(tx, scope, kept), released };
}

async function release(tx: Transaction, scope: TenantScope, deviceIds: readonly string[]): Promise<void> {
  await releaseDevices(tx, scope, deviceIds);
  await publishEvent(tx, scope.tenant, 'ConfigurationsChanged', { deviceIds: [...deviceIds] });
  await publishEvent(tx, scope.tenant, 'DevicesChanged', {});
}

/** A switch reports the last version it received, also one it refused: then it runs the last one it took. */
function decide({ wanted, refusedVersions }: Standing, running: number): ReturnType<typeof decidePush> {
  if (refusedVersions.includes(running) && wanted?.state !== 'pending') return 'none';
  return decidePush(wanted, running);
}

/** It runs the version, however the answer to the push was lost. */
function isTaken({ state, version }: NonNullable<Standing['wanted']>, running: number): boolean {
  return state === 'pending' && running === version;
}

/** Why a new version is due; null when the one there is still says all. What was restored by hand stays. */
function outdatedBy(standing: Standing): ConfigurationReason | null {
  const { refused, wanted, version } = standing;
  if (wanted === null || !isKnownEnough(standing)) return null;
  // What the device refused it would refuse again.
  if (version !== null && refused !== null && sameContent(documentOf(standing, version), refused))
    return null;
  if (wanted.reason === 'restored') return null;
  return sameContent(documentOf(standing, wanted.version), wanted.document) ? null : 'deviceChanged';
}
