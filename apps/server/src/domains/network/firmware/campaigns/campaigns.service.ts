import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import type { PlainErrorKey } from '@airloom/contract/errors';
import { FIRMWARE_LIMITS } from '@airloom/contract/firmware/firmware.limits';
import type { campaignInput } from '@airloom/contract/firmware/firmware.rules';
import { type UpgradeReason } from '@airloom/contract/firmware/firmware.states';
import type { RolloutChange } from '@airloom/contract/rollout/rollout.states';
import { MINUTE } from '@airloom/contract/time';
import type { z } from 'zod';
import { audit, type ChangedObject, recordOperation } from '../../../../platform/audit.ts';
import type { Bus } from '../../../../platform/bus/bus.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure, invalidField } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { stateAfter } from '../../../../platform/rollout/rollout-state.ts';
import { waveAt } from '../../../../platform/rollout/waves.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { requireOperable } from '../../devices/index.ts';
import { type LockedImage, lockImage } from '../images/images.repository.ts';
import {
  type ChosenDevice,
  chooseDevices,
  insertCampaign,
  insertUpgrades,
  lockCampaign,
  type PlannedDevice,
  retryFailed,
  setCampaignState,
  sitesOfCampaign,
} from './campaigns.repository.ts';
import { cancelWaiting } from './engine.repository.ts';

type CampaignInput = z.output<typeof campaignInput>;

/** Why a device is skipped; null when it takes part. */
function misfitOf(device: ChosenDevice, image: LockedImage): UpgradeReason | null {
  if (device.observe_only) return 'observeOnly';
  if (device.managed_by !== null) return 'underController';
  // Its model is unknown until then.
  if (device.status === 'neverConnected') return 'neverConnected';
  const fits =
    device.kind === image.kind &&
    image.models.some((model) => model.toLowerCase() === device.model.toLowerCase());
  return fits ? null : 'wrongModel';
}

/** The error for a single device. */
function refusalOf(
  device: ChosenDevice,
  misfit: UpgradeReason | null,
  atOnce: boolean,
): PlainErrorKey | null {
  if (misfit === 'observeOnly') return 'deviceObserveOnly';
  if (misfit === 'underController') return 'deviceUnderController';
  if (misfit === 'neverConnected') return 'deviceNeverConnected';
  if (misfit !== null) return 'firmwareModelMismatch';
  if (!atOnce) return null;
  if (device.upgrade_status === 'upgrading') return 'deviceUpgrading';
  return device.status === 'offline' ? 'offlineNotUpgraded' : null;
}

function plan(
  devices: readonly ChosenDevice[],
  image: LockedImage,
  waves: readonly number[],
): PlannedDevice[] {
  const evaluated = devices.map((device) => ({ device, skipped: misfitOf(device, image) }));
  const taking = evaluated.filter(({ skipped }) => skipped === null);
  const left = evaluated.filter(({ skipped }) => skipped !== null);
  return [
    ...taking.map(({ device }, place) => ({
      device,
      place,
      wave: waveAt(place, taking.length, waves),
      skipped: null,
    })),
    ...left.map(({ device, skipped }) => ({ device, place: 0, wave: 0, skipped })),
  ];
}

export async function createCampaign(
  platform: Platform,
  bus: Bus,
  scope: Scope,
  input: CampaignInput,
): Promise<{ campaignUUID: string; devices: number; skipped: number }> {
  const now = platform.now();
  const startAt = input.startAt === null ? null : new Date(input.startAt);
  const { upgradeLeadMs } = DEVICE_LIMITS;
  if (startAt !== null && startAt.getTime() < now.getTime() + upgradeLeadMs) {
    throw invalidField('startAt', 'validation.upgradeLead', { minutes: upgradeLeadMs / MINUTE });
  }
  const id = newId();
  const planned = await platform.database.withTenant(scope, async (tx) => {
    const image = await usableImage(tx, scope, input.firmwareUUID);
    requireOperable(scope, [image.kind]);
    await platform.quotas.require(tx, scope, 'campaigns');
    const devices = plan(await chosen(tx, scope, input, image), image, input.waves);
    const [only] = devices;
    if (devices.length === 1 && only !== undefined && input.target.kind === 'devices') {
      const refusal = refusalOf(only.device, only.skipped, startAt === null);
      if (refusal !== null) throw new Failure(refusal);
    }
    if (!devices.some(({ skipped }) => skipped === null)) throw new Failure('campaignEmpty');
    const { name, waves, stopAtFailedPercent, retries } = input;
    const campaign = {
      id,
      name,
      firmwareId: image.id,
      kind: image.kind,
      models: image.models,
      version: image.version,
      startAt,
      waves,
      stopAtFailedPercent,
      retries,
      by: { id: scope.manager, name: scope.userName },
      now,
    };
    await insertCampaign(tx, scope, campaign);
    await insertUpgrades(tx, scope, campaign, devices);
    const firmware = audit.references('firmware', [{ id: image.id, name: image.version }]);
    const fields = { firmware, startAt, waves, stopAtFailedPercent, retries };
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

async function usableImage(tx: Transaction, scope: Scope, id: string): Promise<LockedImage> {
  const image = await lockImage(tx, scope, id, 'share');
  if (image === undefined) throw new Failure('notFound');
  if (!image.trusted) throw new Failure('firmwareUntrusted');
  return image;
}

async function chosen(
  tx: Transaction,
  scope: Scope,
  { target }: CampaignInput,
  image: LockedImage,
): Promise<ChosenDevice[]> {
  const maximum = FIRMWARE_LIMITS.campaignDevicesMax;
  const devices = await chooseDevices(tx, scope, target, image, maximum + 1);
  if (devices.length > maximum) throw new Failure('limitReached', { maximum });
  if (target.kind === 'devices' && devices.length !== target.deviceUUIDs.length)
    throw new Failure('notFound');
  requireOperable(
    scope,
    devices.map(({ kind }) => kind),
  );
  return devices;
}

/** Returns whether anything changed. Only a person who sees all devices of a campaign may control it. */
export async function changeCampaign(
  platform: Platform,
  bus: Bus,
  scope: Scope,
  { campaignUUID: id, change }: { readonly campaignUUID: string; readonly change: RolloutChange },
): Promise<boolean> {
  const now = platform.now();
  const changed = await platform.database.withTenant(scope, async (tx) => {
    const campaign = await lockCampaign(tx, scope, id);
    if (campaign === null) throw new Failure('notFound');
    if (campaign.hidden > 0) throw new Failure('permissionDenied');
    requireOperable(scope, [campaign.kind]);
    const { state } = campaign;
    const next = stateAfter(state, change);
    if (next === null) throw new Failure('campaignStateConflict');
    if (change === 'retryFailed') {
      const image = await lockImage(tx, scope, campaign.firmware_id, 'share');
      if (image === undefined) throw new Failure('firmwareGone');
      if (!image.trusted) throw new Failure('firmwareUntrusted');
      const again = await retryFailed(tx, scope, id, campaign.retries + 1, now);
      if (again === 0) return false;
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

async function loggedCampaign(
  tx: Transaction,
  scope: Scope,
  campaign: { readonly id: string; readonly name: string; readonly kind: DeviceKind },
  changes: ChangedObject['changes'],
): Promise<ChangedObject> {
  const sites = await sitesOfCampaign(tx, scope, campaign.id);
  return audit.object('campaign', campaign, { sites, deviceKinds: [campaign.kind] }, changes);
}
