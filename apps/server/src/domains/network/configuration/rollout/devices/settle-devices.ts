import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import type { Transaction } from '../../../../../platform/database/database.ts';
import {
  documentOf,
  documentsOf,
  endTrials,
  makeConfigurations,
  newestVersions,
  releaseSettings,
  verifySettings,
} from '../../../devices/index.ts';
import type { LockedChange } from '../changes.repository.ts';
import { type Settlement, stopSites, writeSettlements } from './change-devices.repository.ts';
import { inFlightOf, observedOf, presenceOf } from './evidence.repository.ts';
import { type DeviceInFlight, type Earlier, judgeDevice, type Timing } from './judge-device.ts';

const { offlineWaitMs } = CONFIGURATION_LIMITS;

interface Judged extends Settlement {
  readonly siteId: string;
  /** What it returns to if it failed. */
  readonly before: Earlier | null;
}

const FAILING: readonly Settlement['state'][] = ['rejected', 'noAnswer', 'notVerified'];

/**
 * Evaluates the devices of a change that have its version. Devices that failed get the settings from before the change again, and
 * nothing more starts in their sites. Returns whether any failed.
 */
export async function settleDevices(tx: Transaction, change: LockedChange, timing: Timing): Promise<boolean> {
  const { now } = timing;
  const judged = await judgeAll(tx, change, await inFlightOf(tx, change), timing);
  if (judged.length === 0) return false;
  const verified = judged.filter(({ state }) => state === 'verified').map(({ deviceId }) => deviceId);
  await verifySettings(tx, change, verified);
  const failed = judged.filter(({ state }) => FAILING.includes(state));
  const ids = failed.map(({ deviceId }) => deviceId);
  await endTrials(tx, change, [...verified, ...ids]);
  await releaseSettings(
    tx,
    change,
    failed.map(({ deviceId, before }) => ({ id: deviceId, released_settings: before?.settings ?? null })),
  );
  const documents = await documentsOf(
    tx,
    change,
    new Map(
      failed.flatMap(({ deviceId, before }) =>
        before?.version === undefined ? [] : [[deviceId, before.version]],
      ),
    ),
  );
  const made = await makeConfigurations(
    tx,
    change,
    ids,
    { reason: 'reverted', by: null, at: now, changeId: change.id },
    (source, version, at) => {
      const document = documents.get(source.id);
      if (document !== undefined) return { ...document, uuid: version };
      // Its document was up to date with the values that the site had at the review.
      const site = change.reviewedSites[source.site_id ?? ''];
      return documentOf({ ...source, ...site }, version, at);
    },
  );
  await writeSettlements(
    tx,
    change,
    judged.map((one) => {
      const revertedVersion = made.get(one.deviceId);
      // Without a version, for example in a site that is only observed by now, it stays as it is.
      if (revertedVersion === undefined) return one;
      const nextAt = new Date(now.getTime() + offlineWaitMs);
      return { ...one, state: 'reverting', revertedVersion, nextAt };
    }),
    now,
  );
  const sites = new Set(failed.map(({ siteId }) => siteId));
  if (sites.size > 0) await stopSites(tx, change, [...sites], now);
  return failed.length > 0;
}

async function judgeAll(
  tx: Transaction,
  change: LockedChange,
  rows: readonly DeviceInFlight[],
  timing: Timing,
): Promise<Judged[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ deviceId }) => deviceId);
  const newest = await newestVersions(tx, change, ids);
  const presence = await presenceOf(tx, change.tenant, ids);
  const applied = [...newest].filter(([, { state }]) => state === 'applied' || state === 'partly');
  const observed = await observedOf(
    tx,
    change.tenant,
    new Map(applied.map(([id, { version }]) => [id, version])),
  );
  return rows.flatMap((row) => {
    const { deviceId, siteId, earlier } = row;
    const evidence = {
      device: presence.get(deviceId) ?? null,
      newest: newest.get(deviceId),
      observed: observed.get(deviceId) ?? null,
    };
    const judgement = judgeDevice(row, change.id, evidence, timing);
    return judgement === null ? [] : [{ ...judgement, deviceId, siteId, before: earlier }];
  });
}
