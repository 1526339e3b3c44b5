import type { InputOf } from '@airloom/contract/call';
import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import type { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import { campaignInput } from '@airloom/contract/firmware/firmware.rules';
import { z } from 'zod';
import { toLocalField } from '../../shared/logs/local-time.ts';
import { rolloutStart, startInputOf, startIssue } from '../../shared/rollout/rollout-start.ts';

/** `kept`: the devices of the campaign that is edited. */
export const TARGET_KINDS = ['kept', 'all', 'site', 'group', 'devices'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/** Earliest allowed start, in the format of the browser's field. */
export function soonestStart(now: number): string {
  return toLocalField(new Date(now + DEVICE_LIMITS.upgradeLeadMs + 60_000).toISOString());
}

/** `10, 50, 100` or `10 % 50 % 100 %`; invalid numbers become values that validation refuses. */
export function sharesIn(text: string): number[] {
  return text
    .split(/[\s,;%]+/)
    .filter(Boolean)
    .map(Number);
}

const { name, firmwareUUID, waves, stopAtFailedPercent, retries } = campaignInput.shape;

/** Form values; {@link campaignOf} builds the campaign. */
export const campaignForm = z
  .object({
    name,
    firmwareUUID,
    target: z.object({
      kind: z.enum(TARGET_KINDS),
      /** The site or group; empty for the other kinds. */
      place: z.string(),
      deviceUUIDs: z.array(z.string()),
    }),
    start: rolloutStart,
    waves: z.string().min(1, 'validation.required'),
    stopAtFailedPercent: stopAtFailedPercent.unwrap(),
    retries: retries.unwrap(),
  })
  .superRefine(({ target, start, waves: typed }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if ((target.kind === 'site' || target.kind === 'group') && target.place === '')
      refuse('target', 'validation.identifier');
    const shares = waves.safeParse(sharesIn(typed));
    if (!shares.success) refuse('waves', shares.error.issues[0]?.message ?? 'validation.invalid');
    const issue = startIssue(start, DEVICE_LIMITS.upgradeLeadMs, 'firmware-pages.campaign.tooSoon');
    if (issue !== null) context.addIssue({ code: 'custom', path: ['start'], ...issue });
  });

export type CampaignForm = typeof campaignForm;
type Filled = z.output<CampaignForm>;

function targetOf({
  target,
}: Pick<Filled, 'target'>): InputOf<typeof firmwareCalls.updateCampaign>['target'] {
  switch (target.kind) {
    case 'site':
      return { kind: 'site', siteUUID: target.place };
    case 'group':
      return { kind: 'group', groupUUID: target.place };
    case 'devices':
      return { kind: 'devices', deviceUUIDs: target.deviceUUIDs };
    case 'all':
    case 'kept':
      return { kind: target.kind };
  }
}

/** The edited campaign; a new one cannot keep devices. */
export function editedCampaignOf(values: Filled) {
  return {
    name: values.name,
    firmwareUUID: values.firmwareUUID,
    target: targetOf(values),
    ...startInputOf(values.start),
    waves: sharesIn(values.waves),
    stopAtFailedPercent: values.stopAtFailedPercent,
    retries: values.retries,
  };
}

export function campaignOf(values: Filled): InputOf<typeof firmwareCalls.createCampaign> {
  const { target, ...campaign } = editedCampaignOf(values);
  return { ...campaign, target: target.kind === 'kept' ? { kind: 'all' } : target };
}

/** What the preview is asked for; null while something of it is missing or invalid. */
export function previewOf(
  values: z.input<CampaignForm>,
  campaignUUID: string | null,
): InputOf<typeof firmwareCalls.previewCampaign> | null {
  const { target, start } = values;
  const isPlace = target.kind === 'site' || target.kind === 'group';
  if (values.firmwareUUID === '' || (isPlace && target.place === '')) return null;
  if (startIssue(start, DEVICE_LIMITS.upgradeLeadMs, 'validation.invalid') !== null) return null;
  const { firmwareUUID: uuid } = values;
  return { firmwareUUID: uuid, target: targetOf(values), ...startInputOf(start), campaignUUID };
}
