import { LIMITS } from '@airloom/contract/limits';
import { storableText } from '@airloom/device-protocol/storable-text';
import type { Transaction } from '../../../../platform/database/database.ts';
import { setUpgradeStatuses, type UpgradeStatusChange } from '../../devices/index.ts';
import { rememberVersions, type SaidVersion } from '../images/versions.repository.ts';
import {
  afterVerdict,
  deadlineOf,
  GONE,
  onDeadline,
  onOrderEnded,
  type Verdict,
} from './upgrade-lifecycle.ts';
import {
  type CampaignKey,
  campaignsAwaiting,
  type DeviceKey,
  type HeldUpgrade,
  holdOfDevices,
  holdOfOrders,
  holdOverdue,
  lookAgain,
  type Settlement,
  writeSettlements,
} from './upgrades.repository.ts';

export interface Judged {
  readonly upgrade: HeldUpgrade;
  readonly verdict: Verdict;
}

const TEXT_MAX = LIMITS.command.textMax;
/** Next check of an upgrade whose command is pending: that one has its own timers. */
const QUEUED_LOOK_MS = 60_000;

/**
 * Stores the results of attempts together with the upgrade status of the devices. Returns the campaigns to advance:
 * their own, and those that wait for the same devices.
 */
export async function settleUpgrades(
  tx: Transaction,
  judged: readonly Judged[],
  now: Date,
): Promise<CampaignKey[]> {
  const settlements: Settlement[] = [];
  const statuses: UpgradeStatusChange[] = [];
  const versions: SaidVersion[] = [];
  const campaigns = new Map<string, CampaignKey>();
  for (const { upgrade, verdict } of judged) {
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
export async function settleOrders(
  tx: Transaction,
  tenant: string,
  commandIds: readonly string[],
  now: Date,
): Promise<CampaignKey[]> {
  const held = await holdOfOrders(tx, tenant, commandIds);
  return settleUpgrades(
    tx,
    held.map((upgrade) => ({ upgrade, verdict: onOrderEnded(upgrade, upgrade.version ?? '') })),
    now,
  );
}

/** Ends the upgrades of deleted devices among these. */
export async function settleGone(
  tx: Transaction,
  devices: readonly DeviceKey[],
  now: Date,
): Promise<CampaignKey[]> {
  const gone = (await holdOfDevices(tx, devices)).filter(({ version }) => version === null);
  return settleUpgrades(
    tx,
    gone.map((upgrade) => ({ upgrade, verdict: GONE })),
    now,
  );
}

/** Ends attempts past their deadline. */
export async function settleOverdue(tx: Transaction, now: Date, atMost: number): Promise<CampaignKey[]> {
  const held = await holdOverdue(tx, now, atMost);
  if (held.length === 0) return [];
  const judged = held.map((upgrade) => ({ upgrade, verdict: onDeadline(upgrade, now.getTime()) }));
  const going = judged.filter(({ verdict }) => verdict === null);
  if (going.length > 0) {
    await lookAgain(
      tx,
      going.map(({ upgrade }) => {
        const at = deadlineOf(upgrade, now.getTime()) ?? now.getTime() + QUEUED_LOOK_MS;
        return { tenant: upgrade.tenant, id: upgrade.id, at: new Date(at) };
      }),
    );
  }
  return settleUpgrades(tx, judged, now);
}
