import type { InputOf } from '@airloom/contract/call';
import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import type { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import { campaignInput } from '@airloom/contract/firmware/firmware.rules';
import { z } from 'zod';
import { fromLocalField, toLocalField } from '../../shared/logs/local-time.ts';

export const TARGET_KINDS = ['all', 'site', 'group', 'devices'] as const;
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
    start: z.object({
      later: z.boolean(),
      /** Format of the browser's field, in the browser's time zone. */
      at: z.string(),
    }),
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
    if (!start.later) return;
    const at = fromLocalField(start.at);
    if (at === undefined) refuse('start', 'validation.required');
    else if (Date.parse(at) < Date.now() + DEVICE_LIMITS.upgradeLeadMs)
      refuse('start', 'firmware-pages.campaign.tooSoon');
  });

export type CampaignForm = typeof campaignForm;
type Filled = z.output<CampaignForm>;

function targetOf({ target }: Filled): InputOf<typeof firmwareCalls.createCampaign>['target'] {
  switch (target.kind) {
    case 'site':
      return { kind: 'site', siteUUID: target.place };
    case 'group':
      return { kind: 'group', groupUUID: target.place };
    case 'devices':
      return { kind: 'devices', deviceUUIDs: target.deviceUUIDs };
    case 'all':
      return { kind: 'all' };
  }
}

export function campaignOf(values: Filled): InputOf<typeof firmwareCalls.createCampaign> {
  const { start } = values;
  return {
    name: values.name,
    firmwareUUID: values.firmwareUUID,
    target: targetOf(values),
    startAt: start.later ? (fromLocalField(start.at) ?? null) : null,
    waves: sharesIn(values.waves),
    stopAtFailedPercent: values.stopAtFailedPercent,
    retries: values.retries,
  };
}
