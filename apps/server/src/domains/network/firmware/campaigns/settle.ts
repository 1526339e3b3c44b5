import { COMMAND_LIMITS } from '@airloom/contract/commands/commands.limits';
import { storableText } from '@airloom/device-protocol/storable-text';
import type { Transaction } from '../../../../platform/database/database.ts';
import { setUpgradeStatuses, type UpgradeStatusChange } from '../../devices/index.ts';
import { type ReportedVersion, rememberVersions } from '../images/versions.repository.ts';
import {
  afterVerdict,
  DEVICE_REMOVED,
  deadlineOf,
  onCommandEnded,
  onDeadline,
  type Verdict,
} from './upgrade-lifecycle.ts';
import {
  type CampaignKey,
  campaignsAwaiting,
  type DeviceKey,
  type LockedUpgrade,
  lockOfCommands,
  lockOfDevices,
  lockOverdueUpgrades,
  lookAgain,
  type Settlement,
  writeSettlements,
} from './upgrades.repository.ts';

export interface Evaluated {
  readonly upgrade: LockedUpgrade;
  readonly verdict: Verdict;
}

const TEXT_MAX = COMMAND_LIMITS.textMax;
/** Next check of an upgrade whose command is pending: that one has its own timers. */
const PENDING_CHECK_MS = 60_000;

/**
 * Stores the results of attempts together with the upgrade status of the devices. Returns the campaigns to advance:
 * their own, and those that wait for the same devices.
 */
export async function settleUpgrades(
  tx: Transaction,
  evaluated: readonly Evaluated[],
  now: Date,
): Promise<CampaignKey[]> {
  const settlements: Settlement[] = [];
  const statuses: UpgradeStatusChange[] = [];
  const versions: ReportedVersion[] = [];
  const campaigns = new Map<string, CampaignKey>();
  for (const { upgrade, verdict } of evaluated) {
    if (verdict === null) continue;
    const { tenant, id, deviceId, campaignId } = upgrade;
    const after = afterVerdict(upgrade, verdict, now.getTime());
    const succeeded = verdict.outcome === 'succeeded';
    settlements.push({
      tenant,
      id,
      state: after.state,
      reason: after.reason,
      text: storableText(after.text, TEXT_MAX),
      attempts: after.attempts,
      nextAt: new Date(after.nextAt),
      version: succeeded ? verdict.version : '',
    });
    statuses.push({ tenant, deviceId, status: succeeded ? 'upgradeSuccessful' : 'upgradeFailed' });
    const runs = succeeded ? verdict.version : verdict.runs;
    if (runs !== null) versions.push({ tenant, deviceId, version: runs });
    if (campaignId !== null) campaigns.set(campaignId, { tenant, id: campaignId });
  }
  if (settlements.length === 0) return [];
  await writeSettlements(tx, settlements, now);
  // The log contains the change of version now: later hellos with it are nothing new.
  if (versions.length > 0) await rememberVersions(tx, versions);
  await setUpgradeStatuses(tx, statuses);
  for (const campaign of await campaignsAwaiting(tx, statuses)) campaigns.set(campaign.id, campaign);
  return [...campaigns.values()];
}

/** Evaluates ended commands for their upgrades. */
export async function settleCommands(
  tx: Transaction,
  tenant: string,
  commandIds: readonly string[],
  now: Date,
): Promise<CampaignKey[]> {
  const locked = await lockOfCommands(tx, tenant, commandIds);
  return settleUpgrades(
    tx,
    locked.map((upgrade) => ({ upgrade, verdict: onCommandEnded(upgrade, upgrade.version ?? '') })),
    now,
  );
}

/** Ends the upgrades of deleted devices among these. */
export async function settleRemoved(
  tx: Transaction,
  devices: readonly DeviceKey[],
  now: Date,
): Promise<CampaignKey[]> {
  const gone = (await lockOfDevices(tx, devices)).filter(({ version }) => version === null);
  return settleUpgrades(
    tx,
    gone.map((upgrade) => ({ upgrade, verdict: DEVICE_REMOVED })),
    now,
  );
}

/** Ends attempts past their deadline. */
export async function settleOverdue(tx: Transaction, now: Date, atMost: number): Promise<CampaignKey[]> {
  const locked = await lockOverdueUpgrades(tx, now, atMost);
  if (locked.length === 0) return [];
  const evaluated = locked.map((upgrade) => ({ upgrade, verdict: onDeadline(upgrade, now.getTime()) }));
  const going = evaluated.filter(({ verdict }) => verdict === null);
  if (going.length > 0) {
    await lookAgain(
      tx,
      going.map(({ upgrade }) => {
        const at = deadlineOf(upgrade, now.getTime()) ?? now.getTime() + PENDING_CHECK_MS;
        return { tenant: upgrade.tenant, id: upgrade.id, at: new Date(at) };
      }),
    );
  }
  return settleUpgrades(tx, evaluated, now);
}
