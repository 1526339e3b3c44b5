import type { ConfigurationReason } from '@airloom/contract/devices/devices.states';
import { withPassword } from '@airloom/device-protocol/configuration/password';
import { digestsIn, withSecrets } from '@airloom/device-protocol/configuration/secrets';
import { decidePush } from '@airloom/device-protocol/configuration/versions';
import type { Answer } from '@airloom/device-protocol/model';
import { z } from 'zod';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { Vault } from '../../../../platform/secrets.ts';
import { readSealedSecrets } from '../../settings/index.ts';
import type { DeviceKey } from '../presence/presence.repository.ts';
import { canBuildConfiguration, documentOf, isDocument, sameContent } from './configuration-document.ts';
import {
  type ConfigurationAnswer,
  lockStandings,
  raiseVersions,
  readStandings,
  releaseDevices,
  type Standing,
  writeAnswers,
  writeNotApplied,
} from './configuration-push.repository.ts';
import { makeConfigurations } from './configurations.service.ts';
import { verifySettings } from './released-settings.ts';
import { connectedTooLate, expire } from './take-over.expiry.ts';
import { returnedWithout, revertTrials } from './trial.ts';

/** The reported version of a device; undefined before its first report. */
export type Runs = (deviceId: string) => number | undefined;

/** A version of a device's configuration. */
export interface VersionOfDevice {
  readonly deviceId: string;
  readonly version: number;
}

export interface ConfigurationToPush extends VersionOfDevice {
  /** As stored; {@link documentToSend} adds the secrets. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly sealedPassword: string | null;
}

const document = z.record(z.string(), z.json());

/** Devices of any accounts that do not run the wanted version, or run it without a stored result. */
export async function misconfigured(
  tx: Transaction,
  devices: readonly DeviceKey[],
  runs: Runs,
  now: Date,
): Promise<DeviceKey[]> {
  const asked = new Map(devices.map((device) => [device.deviceId, device]));
  const found = await readStandings(tx, [...asked.values()]);
  const due = found.filter((standing) => {
    const { id, wanted } = standing;
    const version = runs(id);
    if (version === undefined) return false;
    if (connectedTooLate(standing) || returnedWithout(standing, version)) return true;
    if (isShown(standing, version)) return true;
    if (runsForeign(standing, version) || outdatedBy(standing, now) !== null) return true;
    return wanted !== null && (decide(standing, version) !== 'none' || isApplied(wanted, version));
  });
  return due.map(({ tenant, id }) => ({ tenant, deviceId: id }));
}

interface ConfigurationsDue {
  readonly pushes: readonly ConfigurationToPush[];
  /** Running versions whose result is not stored yet. */
  readonly taken: readonly VersionOfDevice[];
  /** Devices that were released because they run a configuration made elsewhere. */
  readonly released: readonly string[];
}

/**
 * Pushes that are due for devices of one account. A first version is made again with the reported radios and ports.
 * The reported versions are read after locking the devices: a version stored as applied by then has been reported, too.
 */
export async function configurationsDue(
  tx: Transaction,
  scope: TenantScope,
  deviceIds: readonly string[],
  runs: Runs,
  now: Date,
): Promise<ConfigurationsDue> {
  const { standings, released } = await upToDate(tx, scope, deviceIds, runs, now);
  await verifyShown(tx, scope, standings, runs);
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
    } else if (isApplied(wanted, running)) taken.push({ deviceId, version: from });
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

/** Versions of a device in recovery mode, or without a configuration. */
const NONE_OF_ITS_OWN = [0, 1];

/** Whether a device runs a configuration made elsewhere that should not be replaced. */
function runsForeign({ versions, wanted, replaces }: Standing, running: number | undefined): boolean {
  if (running === undefined || NONE_OF_ITS_OWN.includes(running) || versions.includes(running)) return false;
  return wanted !== null && !replaces;
}

/** A version with the sealed secrets of its document, by digest. */
export interface ConfigurationToSend extends ConfigurationToPush {
  readonly sealedSecrets: ReadonlyMap<string, string>;
}

/** Reads the secrets of versions, which are stored in no document. */
export async function withSealedSecrets(
  tx: Transaction,
  scope: TenantScope,
  pushes: readonly ConfigurationToPush[],
): Promise<ConfigurationToSend[]> {
  const sealedSecrets = await readSealedSecrets(
    tx,
    scope,
    pushes.flatMap((push) => digestsOf(push)),
  );
  return pushes.map((push) => ({ ...push, sealedSecrets }));
}

/** The document for the device, with its secrets and its password. Throws for one that cannot be read. */
export function documentToSend(
  vault: Pick<Vault, 'unseal'>,
  push: ConfigurationToSend,
): ConfigurationToPush['document'] {
  const { document: stored, sealedPassword } = push;
  const secretOf = (digest: string) => vault.unseal(push.sealedSecrets.get(digest) ?? '');
  const complete = isDocument(stored) ? withSecrets(stored, secretOf) : stored;
  return sealedPassword === null ? complete : withPassword(complete, vault.unseal(sealedPassword));
}

function digestsOf({ document: stored }: ConfigurationToPush): string[] {
  return isDocument(stored) ? digestsIn(stored) : [];
}

/** Removes secrets from an answer: a device may repeat its configuration. */
export function withoutSecrets(
  vault: Pick<Vault, 'unseal'>,
  push: ConfigurationToSend,
  answer: Answer,
): Answer {
  const sealed = [push.sealedPassword, ...digestsOf(push).map((digest) => push.sealedSecrets.get(digest))];
  const secrets = sealed.filter((one) => one != null).map((one) => vault.unseal(one));
  const texts = secrets.flatMap(formsOf).toSorted((one, other) => other.length - one.length);
  const hide = (text: string): string => texts.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  return { ...answer, text: hide(answer.text), rejected: answer.rejected.map(hide) };
}

/** A secret as text and within JSON. Some clients escape slashes there. */
function formsOf(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [...new Set([secret, escaped, escaped.replaceAll('/', '\\/')])];
}

/** Stores the answers of devices; versions that are no longer pending do not change. */
export async function configurationsAnswered(
  tx: Transaction,
  scope: TenantScope,
  answers: readonly ConfigurationAnswer[],
  at: Date,
): Promise<void> {
  if (answers.length === 0) return;
  const deviceIds = await writeAnswers(tx, scope, answers, at);
  if (deviceIds.length > 0) await publishEvent(tx, scope.tenant, 'ConfigurationsChanged', { deviceIds });
}

/** Versions pushed often enough to devices that still run others; the devices are locked. */
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
  const all = await lockStandings(tx, scope, deviceIds);
  await expire(tx, scope, all.filter(connectedTooLate), now);
  const locked = all.filter((standing) => !connectedTooLate(standing));
  const foreign = locked.filter((standing) => runsForeign(standing, runs(standing.id)));
  const released = foreign.map(({ id }) => id);
  if (released.length > 0) await release(tx, scope, released);
  const standings = locked.filter(({ id }) => !released.includes(id));
  const returned = standings.filter((standing) => returnedWithout(standing, runs(standing.id)));
  if (returned.length > 0) {
    await revertTrials(tx, scope, returned, now);
    const { standings: others, released: more } = await upToDate(tx, scope, deviceIds, runs, now);
    return { standings: others, released: [...released, ...more] };
  }
  const outdated = Map.groupBy(standings, (standing) => outdatedBy(standing, now));
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
  return { standings: await lockStandings(tx, scope, kept), released };
}

async function release(tx: Transaction, scope: TenantScope, deviceIds: readonly string[]): Promise<void> {
  await releaseDevices(tx, scope, deviceIds);
  await publishEvent(tx, scope.tenant, 'ConfigurationsChanged', { deviceIds: [...deviceIds] });
  await publishEvent(tx, scope.tenant, 'DevicesChanged', {});
}

/** A switch reports the last version it received, also a refused one: then it runs the last one it applied. */
function decide({ wanted, refusedVersions }: Standing, running: number): ReturnType<typeof decidePush> {
  if (refusedVersions.includes(running) && wanted?.state !== 'pending') return 'none';
  return decidePush(wanted, running);
}

/** Whether it runs its newest version and applied all of it. A rollout verifies the settings of its versions itself. */
function isShown({ verified, wanted, version }: Standing, running: number | undefined): boolean {
  if (verified || wanted === null || wanted.state !== 'applied' || wanted.change_id !== null) return false;
  return running === wanted.version && wanted.version === version;
}

async function verifyShown(
  tx: Transaction,
  scope: TenantScope,
  standings: readonly Standing[],
  runs: Runs,
): Promise<void> {
  const shown = standings.filter((standing) => isShown(standing, runs(standing.id)));
  if (shown.length === 0) return;
  const deviceIds = shown.map(({ id }) => id);
  await verifySettings(tx, scope, deviceIds);
  await publishEvent(tx, scope.tenant, 'ConfigurationsChanged', { deviceIds });
}

/** It runs the version, although the answer to the push was lost. */
function isApplied({ state, version }: NonNullable<Standing['wanted']>, running: number): boolean {
  return state === 'pending' && running === version;
}

/**
 * Why a new version is due; null when the current one is kept. The first document of a device is made before its radios
 * and ports are known. Later differences, for example of another release of the server, are pending settings: a reviewed
 * change delivers them.
 */
function outdatedBy(standing: Standing, now: Date): ConfigurationReason | null {
  const { answered, wanted } = standing;
  if (answered || wanted === null || !canBuildConfiguration(standing)) return null;
  if (wanted.reason === 'restored') return null;
  return sameContent(documentOf(standing, wanted.version, now), wanted.document) ? null : 'deviceChanged';
}
