import { FIRMWARE_LIMITS } from '@airloom/contract/firmware/firmware.limits';
import type { StopReason } from '@airloom/contract/firmware/firmware.states';
import { runsVersion } from '@airloom/device-protocol/firmware-version';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { advanceRollout, type RolloutMembers } from '../../../../platform/rollout/advance-rollout.ts';
import {
  firstWindows,
  followWindows,
  writeWindows,
  zonesOf,
} from '../../../../platform/rollout/site-windows.repository.ts';
import { scopesOf } from '../../../people/access/index.ts';
import { queueCommands } from '../../commands/index.ts';
import { type Asker, setUpgradeStatuses } from '../../devices/index.ts';
import { rememberVersions } from '../images/versions.repository.ts';
import {
  begin,
  cancelUnsuitable,
  cancelWaiting,
  endedAtOnce,
  type LockedCampaign,
  lockToAdvance,
  nextAttemptAt,
  nextInTurn,
  progressOf,
  sitesWithoutWindow,
  succeedWhereRun,
  versionsOfWaiting,
  writeCampaign,
} from './engine.repository.ts';
import { settleCommands } from './settle.ts';
import type { CampaignKey } from './upgrades.repository.ts';

/**
 * Advances a campaign as far as possible now, in one transaction: started upgrades are stored together with their
 * commands, so that none is started twice when the process ends.
 */
export async function advanceCampaign(tx: Transaction, key: CampaignKey, now: Date): Promise<void> {
  const campaign = await lockToAdvance(tx, key);
  if (campaign === undefined) return;
  await followSites(tx, campaign, now);
  const { ended, ...after } = await advanceRollout<StopReason>(
    {
      ...campaign,
      waveCount: campaign.waves.length,
      obstacle: campaign.trusted ? null : 'untrusted',
      offlineMaxMs: FIRMWARE_LIMITS.awaitedMaxMs,
    },
    upgradesOf(tx, campaign, await scopesOf(tx, campaign.tenant, campaign.by.id), now),
    now,
  );
  await writeCampaign(tx, campaign, { ...after, endedAt: ended ? now : null });
  if (ended) await publishEvent(tx, key.tenant, 'CampaignEnded', { campaignId: key.id });
}

/** Opens and moves the windows of the sites of a campaign with a local start. */
async function followSites(tx: Transaction, campaign: LockedCampaign, now: Date): Promise<void> {
  const { tenant, id, localStart, startAt, state } = campaign;
  if (localStart === null || (startAt !== null && startAt > now)) return;
  if (state === 'stopped' || state === 'finished') return;
  const moved = await sitesWithoutWindow(tx, campaign);
  if (moved.length > 0) {
    const zones = await zonesOf(tx, tenant, moved);
    await writeWindows(tx, { tenant, id }, firstWindows(localStart, zones, now));
  }
  await followWindows(tx, { tenant, id, localStart }, { now, isPaused: state === 'paused' });
}

/** `author`: the roles of the person in whose name the campaign runs. */
function upgradesOf(
  tx: Transaction,
  campaign: LockedCampaign,
  author: readonly Asker[],
  now: Date,
): RolloutMembers {
  return {
    settleWaiting: async (wave, expired) => {
      await cancelUnsuitable(tx, campaign, { wave, expired, author, now });
      await succeedUpgraded(tx, campaign, wave, now);
    },
    startNext: (wave) => startNext(tx, campaign, wave, now),
    cancelWaiting: async () => {
      await cancelWaiting(tx, campaign, 'campaignStopped', now);
    },
    progress: (wave) => progressOf(tx, campaign, wave, now),
    nextAttemptAt: (wave) => nextAttemptAt(tx, campaign, wave, now),
  };
}

/** Succeeds waiting upgrades of devices that run the requested version already. */
async function succeedUpgraded(
  tx: Transaction,
  campaign: LockedCampaign,
  wave: number,
  now: Date,
): Promise<void> {
  const versions = await versionsOfWaiting(tx, campaign, wave);
  const wanted = versions.filter((version) => runsVersion(version, campaign.version));
  const late = await succeedWhereRun(tx, campaign, wave, wanted, now);
  if (late.length === 0) return;
  await rememberVersions(tx, late);
  await setUpgradeStatuses(
    tx,
    late.map(({ tenant, deviceId }) => ({ tenant, deviceId, status: 'upgradeSuccessful' })),
  );
}

/** Queues the commands for the next devices. A device that another campaign has just started is skipped. */
async function startNext(tx: Transaction, campaign: LockedCampaign, wave: number, now: Date): Promise<void> {
  const { tenant, id, version, signature, by } = campaign;
  const candidates = await nextInTurn(tx, campaign, wave, now);
  const taken = await setUpgradeStatuses(
    tx,
    candidates.map(({ deviceId }) => ({ tenant, deviceId, status: 'upgrading' })),
  );
  if (taken.length === 0) return;
  const params = {
    toVersion: version,
    // Without it the device would lose the address of this installation.
    keepRedirector: true,
    ...(signature === '' ? {} : { signature }),
  };
  const { commandIds } = await queueCommands(tx, {
    tenant,
    batchId: id,
    command: 'upgrade',
    by,
    devices: taken.map(({ deviceId }) => ({ deviceId, params })),
    now,
  });
  const begun = candidates.flatMap((candidate) => {
    const commandId = commandIds.get(candidate.deviceId);
    return commandId === undefined ? [] : [{ id: candidate.id, commandId }];
  });
  await begin(tx, tenant, begun, now);
  const refused = await endedAtOnce(tx, tenant, [...commandIds.values()]);
  if (refused.length > 0) await settleCommands(tx, tenant, refused, now);
}
