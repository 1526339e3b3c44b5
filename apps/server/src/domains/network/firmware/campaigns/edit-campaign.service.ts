import type { CampaignPreview } from '@airloom/contract/firmware/firmware.model';
import type { campaignPreviewInput, campaignUpdate } from '@airloom/contract/firmware/firmware.rules';
import type { RolloutState } from '@airloom/contract/rollout/rollout.states';
import type { z } from 'zod';
import { audit, recordOperation } from '../../../../platform/audit.ts';
import type { Bus } from '../../../../platform/bus/bus.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { previewOf } from '../../../../platform/rollout/rollout-preview.ts';
import {
  deleteWindows,
  readWindows,
  type SiteWindow,
  writeWindows,
  zonesOf,
} from '../../../../platform/rollout/site-windows.repository.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { requireOperable } from '../../devices/index.ts';
import type { LockedImage } from '../images/images.repository.ts';
import { planDevices, requireDevices } from './campaign-plan.ts';
import { findCampaign } from './campaign-rows.repository.ts';
import {
  type ChosenDevice,
  chooseDevices,
  insertUpgrades,
  type LockedRow,
  lockCampaign,
  type PlannedDevice,
} from './campaigns.repository.ts';
import {
  chosen,
  kindsOf,
  loggedCampaign,
  loggedFields,
  requireStart,
  startOf,
  usableImage,
  windowsFor,
  windowsInUse,
} from './campaigns.service.ts';
import { devicesOf, forgetNotBegun, replaceCampaign } from './edit-campaign.repository.ts';

type Update = z.output<typeof campaignUpdate>;
type PreviewInput = z.output<typeof campaignPreviewInput>;

/** What a campaign would consist of. */
interface Planned {
  readonly devices: readonly PlannedDevice[];
  /** Null without a local start. */
  readonly windows: readonly SiteWindow[] | null;
}

/** Sites that have begun stay as they are; null for a campaign that has not started. */
type Begun = ReadonlySet<string> | null;

async function devicesFor(
  tx: Transaction,
  scope: Scope,
  { target, campaignUUID }: Pick<PreviewInput, 'target' | 'campaignUUID'>,
  image: LockedImage,
): Promise<ChosenDevice[]> {
  if (target.kind !== 'kept') return chosen(tx, scope, target, image);
  if (campaignUUID === null) return [];
  const deviceUUIDs = await devicesOf(tx, { tenant: scope.tenant, id: campaignUUID });
  return chooseDevices(tx, scope, { kind: 'devices', deviceUUIDs }, image, deviceUUIDs.length);
}

async function planOf(
  tx: Transaction,
  scope: Scope,
  input: PreviewInput & { readonly waves: readonly number[] },
  image: LockedImage,
  { begun, now }: { readonly begun: Begun; readonly now: Date },
): Promise<Planned> {
  const found = await devicesFor(tx, scope, input, image);
  const free =
    begun === null ? found : found.filter(({ site_id }) => site_id === null || !begun.has(site_id));
  const sites = free.map(({ site_id }) => site_id);
  const windows = await windowsFor(tx, scope, input.localStart, sites, now);
  const devices = planDevices(free, image, input.waves, windows);
  return { devices, windows: windows === null ? null : windowsInUse(windows, devices) };
}

/** Locks a campaign that the person may edit. */
async function lockEditable(tx: Transaction, scope: Scope, id: string): Promise<LockedRow> {
  const campaign = await lockCampaign(tx, scope, id);
  if (campaign === null) throw new Failure('notFound');
  if (campaign.hidden > 0) throw new Failure('permissionDenied');
  requireOperable(scope, [campaign.kind]);
  return campaign;
}

/** Refuses a campaign that nothing of can be edited. */
async function begunSites(
  tx: Transaction,
  scope: Scope,
  { id, state }: { readonly id: string; readonly state: RolloutState },
): Promise<Begun> {
  if (state === 'scheduled') return null;
  const windows = await readWindows(tx, { tenant: scope.tenant, id });
  const isOpen = state === 'running' || state === 'paused';
  if (!isOpen || windows.every(({ beganAt }) => beganAt !== null)) throw new Failure('campaignStateConflict');
  return new Set(windows.filter(({ beganAt }) => beganAt !== null).map(({ siteId }) => siteId));
}

/** The sites that have begun of a campaign whose edit is previewed. */
async function previewedSites(tx: Transaction, scope: Scope, id: string | null): Promise<Begun> {
  if (id === null) return null;
  const campaign = await findCampaign(tx, scope, id);
  if (campaign === null) throw new Failure('notFound');
  return begunSites(tx, scope, { id, state: campaign.state });
}

/** Edits a campaign; of one that has started only the sites that have not begun. */
export async function updateCampaign(
  platform: Platform,
  bus: Bus,
  scope: Scope,
  input: Update,
): Promise<{ devices: number; skipped: number }> {
  const now = platform.now();
  requireStart(input, now);
  const id = input.campaignUUID;
  const key = { tenant: scope.tenant, id };
  const devices = await platform.database.withTenant(scope, async (tx) => {
    const campaign = await lockEditable(tx, scope, id);
    const begun = await begunSites(tx, scope, campaign);
    if (campaign.revision !== input.revision) throw new Failure('campaignEdited');
    const image = await usableImage(tx, scope, input.firmwareUUID);
    requireOperable(scope, [image.kind]);
    const isPartial = begun !== null;
    if (isPartial && (image.id !== campaign.firmware_id || input.localStart === null)) {
      throw new Failure('campaignBegun');
    }
    const planned = await planOf(tx, scope, input, image, { begun, now });
    requireOperable(scope, kindsOf(planned.devices.map(({ device }) => device)));
    requireDevices(planned.devices, input);
    const startAt = isPartial ? campaign.start_at : startOf(input, planned.windows);
    const after = {
      id,
      name: input.name,
      firmwareId: image.id,
      kind: image.kind,
      models: image.models,
      version: image.version,
      startAt,
      localStart: input.localStart,
      waves: input.waves,
      stopAtFailedPercent: input.stopAtFailedPercent,
      retries: input.retries,
      by: { id: scope.manager, name: scope.userName },
      now,
    };
    const before = await loggedCampaign(
      tx,
      scope,
      campaign,
      changesOf(campaign, { ...input, startAt }, image),
    );
    await forgetNotBegun(tx, key, isPartial);
    await deleteWindows(tx, key, { all: !isPartial });
    await replaceCampaign(tx, scope, after, isPartial);
    // A wave that has started may get more devices, but not an earlier one.
    const joining = planned.devices.map((one) =>
      one.skipped === null ? { ...one, wave: Math.max(one.wave, campaign.wave) } : one,
    );
    await insertUpgrades(tx, scope, after, joining);
    if (planned.windows !== null) await writeWindows(tx, key, planned.windows);
    const sites = joining.map(({ device }) => device.site_id);
    await recordOperation(tx, scope, {
      ...before,
      siteIds: [...new Set([...before.siteIds, ...sites.filter((site) => site !== null)])],
      deviceKinds: [...new Set([...before.deviceKinds, image.kind])],
    });
    return joining;
  });
  bus.publish('campaigns.due', {});
  const skipped = devices.filter((one) => one.skipped !== null).length;
  return { devices: devices.length - skipped, skipped };
}

function changesOf(
  campaign: LockedRow,
  after: Omit<Update, 'startAt'> & { readonly startAt: Date | null },
  image: LockedImage,
) {
  const was = {
    startAt: campaign.start_at,
    localStart: campaign.local_start,
    waves: campaign.waves,
    stopAtFailedPercent: campaign.stop_at_failed_percent,
    retries: campaign.retries,
  };
  const earlier = { id: campaign.firmware_id, version: campaign.version };
  return audit.values(
    { name: campaign.name, ...loggedFields(was, earlier) },
    { name: after.name, ...loggedFields(after, image) },
  );
}

/** When the devices of a campaign would start, and which would be left out. */
export async function previewCampaign(
  platform: Platform,
  scope: Scope,
  input: PreviewInput,
): Promise<CampaignPreview> {
  const now = platform.now();
  requireStart(input, now);
  return platform.database.withTenant(scope, async (tx) => {
    const begun = await previewedSites(tx, scope, input.campaignUUID);
    const image = await usableImage(tx, scope, input.firmwareUUID);
    const { devices, windows } = await planOf(tx, scope, { ...input, waves: [100] }, image, { begun, now });
    const taking = devices.filter(({ skipped }) => skipped === null);
    const zones = await zonesOf(
      tx,
      scope.tenant,
      taking.map(({ device }) => device.site_id),
    );
    return previewOf(
      devices.map(({ device, skipped }) => ({ name: device.name, siteId: device.site_id, reason: skipped })),
      zones,
      input.localStart === null || windows === null
        ? { startsAt: startOf(input, null) ?? now }
        : { localStart: input.localStart, windows },
    );
  });
}
