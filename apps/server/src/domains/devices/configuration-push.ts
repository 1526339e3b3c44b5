import { isDeepStrictEqual } from 'node:util';
import type { ConfigurationReason } from '@airloom/contract/devices/devices.states';
import { decidePush } from '@airloom/device-protocol/configuration/versions';
import { z } from 'zod';
import type { Transaction } from '../../platform/database/database.ts';
import { tell } from '../../platform/events/outbox.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { documentOf } from './configuration-document.ts';
import {
  holdStandings,
  type Judgement,
  raiseVersions,
  readStandings,
  type Standing,
  writeJudgements,
} from './configuration-push.repository.ts';
import { makeConfigurations } from './configurations.service.ts';

/** A device and the version it says it runs. */
export interface Running {
  readonly deviceId: string;
  readonly runs: number;
}

export interface ConfigurationToPush {
  readonly deviceId: string;
  readonly version: number;
  readonly document: Readonly<Record<string, unknown>>;
}

const document = z.record(z.string(), z.json());

/** Those of many devices, of any accounts, that do not run what they should, or run it without anyone's knowing. */
export async function misconfigured<T extends Running & TenantScope>(
  tx: Transaction,
  devices: readonly T[],
): Promise<T[]> {
  const newest = new Map(devices.map((device) => [device.deviceId, device]));
  const found = await readStandings(tx, [...newest.values()]);
  const due = new Set(
    found
      .filter((standing) => {
        const { wanted } = standing;
        const runs = newest.get(standing.id)?.runs ?? 0;
        if (outdatedBy(standing) !== null) return true;
        return wanted !== null && (decidePush(wanted, runs) !== 'none' || isTaken(wanted, runs));
      })
      .map(({ id }) => id),
  );
  return [...newest.values()].filter(({ deviceId }) => due.has(deviceId));
}

/**
 * What devices of one account have to be sent, given what they say they run. Whatever has become known of a
 * device since its version was made (its radios, its ports) goes into a new one first.
 */
export async function configurationsToPush(
  tx: Transaction,
  scope: TenantScope,
  devices: readonly Running[],
  now: Date,
): Promise<ConfigurationToPush[]> {
  const running = new Map(devices.map(({ deviceId, runs }) => [deviceId, runs]));
  const pushes: (ConfigurationToPush & { readonly from: number })[] = [];
  const taken: Judgement[] = [];
  for (const { id: deviceId, version: newest, wanted } of await upToDate(
    tx,
    scope,
    [...running.keys()],
    now,
  )) {
    if (wanted === null) continue;
    const runs = running.get(deviceId) ?? 0;
    const { version: from } = wanted;
    const decision = decidePush(wanted, runs);
    if (decision !== 'none') {
      const version = decision === 'push' ? from : Math.max(decision.raiseTo, (newest ?? 0) + 1);
      pushes.push({
        deviceId,
        from,
        version,
        document: { ...document.parse(wanted.document), uuid: version },
      });
    } else if (isTaken(wanted, runs)) taken.push({ deviceId, version: from, state: 'applied', rejected: [] });
  }
  await configurationsJudged(tx, scope, taken, now);
  await raiseVersions(
    tx,
    scope,
    pushes
      .filter(({ from, version }) => version !== from)
      .map(({ deviceId, from, version }) => ({ deviceId, from, to: version })),
  );
  return pushes;
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
  if (deviceIds.length > 0) await tell(tx, scope.tenant, 'ConfigurationsChanged', { deviceIds });
}

async function upToDate(
  tx: Transaction,
  scope: TenantScope,
  deviceIds: readonly string[],
  now: Date,
): Promise<Standing[]> {
  const standings = await holdStandings(tx, scope, deviceIds);
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
  return outdated.size === 0 ? standings : holdStandings(tx, scope, deviceIds);
}

/** It runs the version, however the answer to the push was lost. */
function isTaken({ state, version }: NonNullable<Standing['wanted']>, runs: number): boolean {
  return state === 'pending' && runs === version;
}

/** Why a new version is due; null when the one there is still says all. What was restored by hand stays. */
function outdatedBy(standing: Standing): ConfigurationReason | null {
  const { refused, wanted, version } = standing;
  // What the device refused it would refuse again.
  if (version !== null && refused !== null && sameContent(documentOf(standing, version), refused))
    return null;
  // It came into its site by itself, with a claim code.
  if (wanted === null) return version === null ? 'claimed' : null;
  if (wanted.reason === 'restored') return null;
  return sameContent(documentOf(standing, wanted.version), wanted.document) ? null : wanted.reason;
}

/** Both as they would be stored: what is undefined is not there. */
function sameContent(made: object, stored: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(made)), stored);
}
