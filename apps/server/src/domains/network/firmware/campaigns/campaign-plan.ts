import type { PlainErrorKey } from '@airloom/contract/errors';
import type { campaignInput } from '@airloom/contract/firmware/firmware.rules';
import type { UpgradeReason } from '@airloom/contract/firmware/firmware.states';
import type { z } from 'zod';
import { Failure } from '../../../../platform/failure.ts';
import type { SiteWindow } from '../../../../platform/rollout/site-windows.repository.ts';
import { waveAt } from '../../../../platform/rollout/waves.ts';
import type { LockedImage } from '../images/images.repository.ts';
import type { ChosenDevice, PlannedDevice } from './campaigns.repository.ts';

type CampaignInput = z.output<typeof campaignInput>;

/** Why a device is skipped; null when it takes part. */
function misfitOf(device: ChosenDevice, image: LockedImage, isLocal: boolean): UpgradeReason | null {
  if (device.observe_only) return 'observeOnly';
  if (device.managed_by !== null) return 'underController';
  // Its model is unknown until then.
  if (device.status === 'neverConnected') return 'neverConnected';
  const fits =
    device.kind === image.kind &&
    image.models.some((model) => model.toLowerCase() === device.model.toLowerCase());
  if (!fits) return 'wrongModel';
  // Its local time is unknown.
  return isLocal && device.site_id === null ? 'noSite' : null;
}

/** The error for a single device. */
function refusalOf(
  { device, skipped }: Pick<PlannedDevice, 'device' | 'skipped'>,
  atOnce: boolean,
): PlainErrorKey | null {
  if (skipped === 'observeOnly') return 'deviceObserveOnly';
  if (skipped === 'underController') return 'deviceUnderController';
  if (skipped === 'neverConnected') return 'deviceNeverConnected';
  if (skipped === 'noSite') return 'deviceWithoutSite';
  if (skipped !== null) return 'firmwareModelMismatch';
  if (!atOnce) return null;
  if (device.upgrade_status === 'upgrading') return 'deviceUpgrading';
  return device.status === 'offline' ? 'offlineNotUpgraded' : null;
}

/** Refuses a campaign without a device that takes part. */
export function requireDevices(
  devices: readonly PlannedDevice[],
  {
    target,
    startAt,
    localStart,
  }: Pick<CampaignInput, 'startAt' | 'localStart'> & {
    readonly target: { readonly kind: string };
  },
): void {
  const [only] = devices;
  if (devices.length === 1 && only !== undefined && target.kind === 'devices') {
    const refusal = refusalOf(only, startAt === null && localStart === null);
    if (refusal !== null) throw new Failure(refusal);
  }
  if (devices.some(({ skipped }) => skipped === null)) return;
  const every = (reason: UpgradeReason) =>
    devices.length > 0 && devices.every(({ skipped }) => skipped === reason);
  if (every('noSite')) throw new Failure('devicesWithoutSite');
  throw new Failure(every('neverConnected') ? 'devicesNeverConnected' : 'campaignEmpty');
}

/**
 * Assigns devices to waves. With a local start the sites that start first are in the first waves: otherwise a wave would
 * hold up sites whose night is over when it ends.
 */
export function planDevices(
  devices: readonly ChosenDevice[],
  image: LockedImage,
  waves: readonly number[],
  windows: readonly SiteWindow[] | null,
): PlannedDevice[] {
  const starts = new Map(windows?.map(({ siteId, startsAt }) => [siteId, startsAt.getTime()]));
  const startOf = ({ site_id }: ChosenDevice) => (site_id === null ? 0 : (starts.get(site_id) ?? 0));
  const evaluated = devices.map((device) => ({ device, skipped: misfitOf(device, image, windows !== null) }));
  const taking = evaluated
    .filter(({ skipped }) => skipped === null)
    .sort((a, b) => startOf(a.device) - startOf(b.device));
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
