import {
  CAMPAIGN_TRANSITIONS,
  type CampaignState,
  type StopReason,
} from '@airloom/contract/firmware/firmware.states';
import { runsVersion } from '@airloom/device-protocol/firmware-version';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { queueCommands } from '../../commands/index.ts';
import { setUpgradeStatuses } from '../../devices/index.ts';
import { rememberVersions } from '../images/versions.repository.ts';
import {
  begin,
  CHECK_EVERY_MS,
  cancelUnsuitable,
  cancelWaiting,
  endedAtOnce,
  type LockedCampaign,
  lockToAdvance,
  nextAttemptAt,
  nextInTurn,
  progressOf,
  succeedWhereRun,
  versionsOfWaiting,
  writeCampaign,
} from './engine.repository.ts';
import { settleCommands } from './settle.ts';
import type { CampaignKey } from './upgrades.repository.ts';
import { nextStep } from './waves.ts';

interface Course {
  state: CampaignState;
  stopReason: StopReason | null;
  beganAt: Date | null;
  wave: number;
}

export function movedCampaign(from: CampaignState, to: CampaignState): CampaignState {
  if (!CAMPAIGN_TRANSITIONS[from].includes(to)) throw new Error(`A campaign cannot go from ${from} to ${to}`);
  return to;
}

/**
 * Advances a campaign as far as possible now, in one transaction: started upgrades are stored together with their
 * commands, so that none is started twice when the process ends.
 */
export async function advanceCampaign(tx: Transaction, key: CampaignKey, now: Date): Promise<void> {
  const campaign = await lockToAdvance(tx, key);
  if (campaign === undefined) return;
  const { stopReason, beganAt, wave } = campaign;
  const course: Course = { state: campaign.state, stopReason, beganAt, wave };
  if (course.state === 'scheduled') {
    // It may have been woken before its start.
    if (campaign.startAt !== null && campaign.startAt > now)
      return postpone(tx, campaign, course, campaign.startAt);
    course.state = movedCampaign('scheduled', 'running');
    course.wave = 1;
    course.beganAt = now;
  }
  if (course.state === 'running')
    await startUpgrades(tx, { ...campaign, beganAt: course.beganAt }, course, now);
  if (course.state === 'stopped') await cancelWaiting(tx, campaign, 'campaignStopped', now);
  const { waiting, upgrading, later } = await progressOf(tx, campaign, course.wave, now);
  const over = upgrading === 0 && waiting + later === 0;
  const again = await nextAttemptAt(tx, campaign, course.wave, now);
  const look = new Date(now.getTime() + CHECK_EVERY_MS);
  const ended = over && (course.state === 'stopped' || course.state === 'finished');
  await writeCampaign(tx, campaign, {
    ...course,
    dueAt: again !== null && again < look ? again : look,
    endedAt: ended ? now : null,
  });
  if (ended) await publishEvent(tx, key.tenant, 'CampaignEnded', { campaignId: key.id });
}

function postpone(tx: Transaction, campaign: LockedCampaign, course: Course, dueAt: Date): Promise<void> {
  return writeCampaign(tx, campaign, { ...course, dueAt, endedAt: null });
}

async function startUpgrades(
  tx: Transaction,
  campaign: LockedCampaign,
  course: Course,
  now: Date,
): Promise<void> {
  if (!campaign.trusted) return stop(course, 'untrusted');
  for (;;) {
    await cancelUnsuitable(tx, campaign, course.wave, now);
    const versions = await versionsOfWaiting(tx, campaign, course.wave);
    const wanted = versions.filter((version) => runsVersion(version, campaign.version));
    const late = await succeedWhereRun(tx, campaign, course.wave, wanted, now);
    if (late.length > 0) {
      await rememberVersions(tx, late);
      await setUpgradeStatuses(
        tx,
        late.map(({ tenant, deviceId }) => ({ tenant, deviceId, status: 'upgradeSuccessful' })),
      );
    }
    // Too many may have failed since the last run: then no more are started.
    let step = nextStep(await progressOf(tx, campaign, course.wave, now), campaign.stopAtFailedPercent);
    if (step === 'continue') {
      await startNext(tx, campaign, course.wave, now);
      step = nextStep(await progressOf(tx, campaign, course.wave, now), campaign.stopAtFailedPercent);
    }
    if (step === 'tooManyFailed') return stop(course, step);
    if (step === 'finished') course.state = movedCampaign(course.state, 'finished');
    if (step !== 'nextWave' || course.wave >= campaign.waves.length) return;
    course.wave += 1;
  }
}

function stop(course: Course, reason: StopReason): void {
  course.state = movedCampaign(course.state, 'stopped');
  course.stopReason = reason;
}

/** Queues the commands for the next devices. A device that another campaign has just started is skipped. */
async function startNext(tx: Transaction, campaign: LockedCampaign, wave: number, now: Date): Promise<void> {
  const { tenant, id, version, signature, createdBy, createdByName } = campaign;
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
    by: { id: createdBy, name: createdByName },
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
