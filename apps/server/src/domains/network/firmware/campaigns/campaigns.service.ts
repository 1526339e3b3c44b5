import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import { FIRMWARE_LIMITS } from '@airloom/contract/firmware/firmware.limits';
import type { campaignInput } from '@airloom/contract/firmware/firmware.rules';
import type { CampaignChange } from '@airloom/contract/firmware/firmware.states';
import { LOCAL_START_LIMITS, type LocalStart } from '@airloom/contract/rollout/local-start';
import { isDateAllowed } from '@airloom/contract/rollout/local-window';
import { MINUTE } from '@airloom/contract/time';
import type { z } from 'zod';
import { audit, type ChangedObject, recordOperation } from '../../../../platform/audit.ts';
import type { Bus } from '../../../../platform/bus/bus.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure, invalidField } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { stateAfter } from '../../../../platform/rollout/rollout-state.ts';
import {
  deleteWindows,
  earliestOf,
  firstWindows,
  restartNights,
  type SiteWindow,
  writeWindows,
  zonesOf,
} from '../../../../platform/rollout/site-windows.repository.ts';
import { localStartText } from '../../../../platform/rollout/start-groups.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { requireOperable } from '../../devices/index.ts';
import { type LockedImage, lockImage } from '../images/images.repository.ts';
import { planDevices, requireDevices } from './campaign-plan.ts';
import {
  type ChosenDevice,
  chooseDevices,
  insertCampaign,
  insertUpgrades,
  type LockedRow,
  lockCampaign,
  type PlannedDevice,
  raiseRevision,
  retryFailed,
  setCampaignState,
  sitesOfCampaign,
} from './campaigns.repository.ts';
import { cancelNotBegun, cancelWaiting } from './engine.repository.ts';

export type CampaignInput = z.output<typeof campaignInput>;

/** Refuses a start that is too soon, or a date that has passed. */
export function requireStart(
  { startAt, localStart }: Pick<CampaignInput, 'startAt' | 'localStart'>,
  now: Date,
): void {
  const { upgradeLeadMs } = DEVICE_LIMITS;
  if (startAt !== null && Date.parse(startAt) < now.getTime() + upgradeLeadMs) {
    throw invalidField('startAt', 'validation.upgradeLead', { minutes: upgradeLeadMs / MINUTE });
  }
  if (localStart !== null && !isDateAllowed(localStart, now.getTime())) {
    throw invalidField('localStart', 'validation.dateAhead', { days: LOCAL_START_LIMITS.aheadMaxDays });
  }
}

/** The windows of the sites of these devices; null without a local start. */
export async function windowsFor(
  tx: Transaction,
  { tenant }: Pick<Scope, 'tenant'>,
  localStart: LocalStart | null,
  siteIds: readonly (string | null)[],
  now: Date,
): Promise<SiteWindow[] | null> {
  return localStart === null ? null : firstWindows(localStart, await zonesOf(tx, tenant, siteIds), now);
}

/** Windows of sites with a device that takes part. */
export function windowsInUse(
  windows: readonly SiteWindow[],
  planned: readonly PlannedDevice[],
): SiteWindow[] {
  const used = new Set(planned.filter(({ skipped }) => skipped === null).map(({ device }) => device.site_id));
  return windows.filter(({ siteId }) => used.has(siteId));
}

export async function createCampaign(
  platform: Platform,
  bus: Bus,
  scope: Scope,
  input: CampaignInput,
): Promise<{ campaignUUID: string; devices: number; skipped: number }> {
  const now = platform.now();
  requireStart(input, now);
  const id = newId();
  const planned = await platform.database.withTenant(scope, async (tx) => {
    const image = await usableImage(tx, scope, input.firmwareUUID);
    requireOperable(scope, [image.kind]);
    await platform.quotas.require(tx, scope, 'campaigns');
    const found = await chosen(tx, scope, input.target, image);
    requireOperable(scope, kindsOf(found));
    const sitesOf = found.map(({ site_id }) => site_id);
    const windows = await windowsFor(tx, scope, input.localStart, sitesOf, now);
    const devices = planDevices(found, image, input.waves, windows);
    requireDevices(devices, input);
    const used = windows === null ? null : windowsInUse(windows, devices);
    const { name, waves, stopAtFailedPercent, retries, localStart } = input;
    const startAt = startOf(input, used);
    const campaign = {
      id,
      name,
      firmwareId: image.id,
      kind: image.kind,
      models: image.models,
      version: image.version,
      startAt,
      localStart,
      waves,
      stopAtFailedPercent,
      retries,
      by: { id: scope.manager, name: scope.userName },
      now,
    };
    await insertCampaign(tx, scope, campaign);
    await insertUpgrades(tx, scope, campaign, devices);
    if (used !== null) await writeWindows(tx, { tenant: scope.tenant, id }, used);
    const fields = loggedFields({ ...input, startAt }, image);
    const sites = devices.map(({ device }) => device.site_id);
    const place = { sites, deviceKinds: [image.kind] };
    await recordOperation(
      tx,
      scope,
      audit.object('campaign', { id, name }, place, audit.values(null, fields)),
    );
    return devices;
  });
  bus.publish('campaigns.due', {});
  const skipped = planned.filter((one) => one.skipped !== null).length;
  return { campaignUUID: id, devices: planned.length - skipped, skipped };
}

/** When a campaign starts: with a local start the earliest site decides; null: now. */
export function startOf(
  { startAt, localStart }: Pick<CampaignInput, 'startAt' | 'localStart'>,
  windows: readonly SiteWindow[] | null,
): Date | null {
  if (localStart !== null && windows !== null) return earliestOf(windows);
  return startAt === null ? null : new Date(startAt);
}

export function loggedFields(
  input: Pick<CampaignInput, 'localStart' | 'waves' | 'stopAtFailedPercent' | 'retries'> & {
    readonly startAt: Date | null;
  },
  image: { readonly id: string; readonly version: string },
) {
  const { startAt, localStart, waves, stopAtFailedPercent, retries } = input;
  return {
    firmware: audit.references('firmware', [{ id: image.id, name: image.version }]),
    startAt,
    localStart: localStart === null ? null : localStartText(localStart),
    waves,
    stopAtFailedPercent,
    retries,
  };
}

export async function usableImage(tx: Transaction, scope: Scope, id: string): Promise<LockedImage> {
  const image = await lockImage(tx, scope, id, 'share');
  if (image === undefined) throw new Failure('notFound');
  if (!image.trusted) throw new Failure('firmwareUntrusted');
  return image;
}

export function kindsOf(devices: readonly Pick<ChosenDevice, 'kind'>[]): DeviceKind[] {
  return [...new Set(devices.map(({ kind }) => kind))];
}

export async function chosen(
  tx: Transaction,
  scope: Scope,
  target: CampaignInput['target'],
  image: LockedImage,
): Promise<ChosenDevice[]> {
  const maximum = FIRMWARE_LIMITS.campaignDevicesMax;
  const devices = await chooseDevices(tx, scope, target, image, maximum + 1);
  if (devices.length > maximum) throw new Failure('limitReached', { maximum });
  if (target.kind === 'devices' && devices.length !== target.deviceUUIDs.length)
    throw new Failure('notFound');
  return devices;
}

/** Returns whether anything changed. Only a person who sees all devices of a campaign may control it. */
export async function changeCampaign(
  platform: Platform,
  bus: Bus,
  scope: Scope,
  { campaignUUID: id, change }: { readonly campaignUUID: string; readonly change: CampaignChange },
): Promise<boolean> {
  const now = platform.now();
  const changed = await platform.database.withTenant(scope, async (tx) => {
    const campaign = await lockCampaign(tx, scope, id);
    if (campaign === null) throw new Failure('notFound');
    if (campaign.hidden > 0) throw new Failure('permissionDenied');
    requireOperable(scope, [campaign.kind]);
    const { state } = campaign;
    if (change === 'cancelLaterSites') {
      const cancelled = await cancelLaterSites(tx, scope, campaign, now);
      const changes = audit.values(null, { cancelledDevices: cancelled });
      if (cancelled > 0) await recordOperation(tx, scope, await loggedCampaign(tx, scope, campaign, changes));
      return cancelled > 0;
    }
    const next = stateAfter(state, change);
    if (next === null) throw new Failure('campaignStateConflict');
    if (change === 'retryFailed') {
      const image = await lockImage(tx, scope, campaign.firmware_id, 'share');
      if (image === undefined) throw new Failure('firmwareGone');
      if (!image.trusted) throw new Failure('firmwareUntrusted');
      const again = await retryFailed(tx, scope, id, campaign.retries + 1, now);
      if (again === 0) return false;
      await restartNights(tx, { tenant: scope.tenant, id }, now);
      // The waiting time for offline devices starts again.
      await setCampaignState(tx, scope, id, { state: next, stopReason: null, beganAt: now, now });
      const changes = audit.values({ campaignState: state }, { campaignState: next });
      await recordOperation(tx, scope, await loggedCampaign(tx, scope, campaign, changes));
      return true;
    }
    if (state === next) return false;
    if (change === 'stop') await cancelWaiting(tx, { tenant: scope.tenant, id }, 'campaignStopped', now);
    const stopReason = change === 'stop' ? 'byPerson' : null;
    await setCampaignState(tx, scope, id, { state: next, stopReason, beganAt: campaign.began_at, now });
    const changes = audit.values({ campaignState: state }, { campaignState: next });
    await recordOperation(tx, scope, await loggedCampaign(tx, scope, campaign, changes));
    return true;
  });
  if (changed) bus.publish('campaigns.due', {});
  return changed;
}

/** Cancels the devices of sites that have not begun. Returns how many. */
async function cancelLaterSites(
  tx: Transaction,
  scope: Scope,
  { id, state, local_start: localStart }: Pick<LockedRow, 'id' | 'state' | 'local_start'>,
  now: Date,
): Promise<number> {
  if (localStart === null || (state !== 'running' && state !== 'paused')) {
    throw new Failure('campaignStateConflict');
  }
  const cancelled = await cancelNotBegun(tx, { tenant: scope.tenant, id }, now);
  await deleteWindows(tx, { tenant: scope.tenant, id }, { all: false });
  if (cancelled > 0) await raiseRevision(tx, scope, id, now);
  return cancelled;
}

export async function loggedCampaign(
  tx: Transaction,
  scope: Scope,
  campaign: { readonly id: string; readonly name: string; readonly kind: DeviceKind },
  changes: ChangedObject['changes'],
): Promise<ChangedObject> {
  const sites = await sitesOfCampaign(tx, scope, campaign.id);
  return audit.object('campaign', campaign, { sites, deviceKinds: [campaign.kind] }, changes);
}
