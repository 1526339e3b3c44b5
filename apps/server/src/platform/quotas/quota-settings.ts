import { perQuota, QUOTA_NAMES, QUOTAS, type Quota } from '@airloom/contract/quotas';
import { z } from 'zod';

/** `deviceGroups` is set by `QUOTA_DEVICE_GROUPS`. */
export function quotaVariable(quota: Quota): `QUOTA_${string}` {
  return `QUOTA_${quota.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** One setting for each quota. */
export const QUOTA_SETTINGS: Readonly<Record<`QUOTA_${string}`, z.ZodType<number>>> = Object.fromEntries(
  QUOTA_NAMES.map((quota) => {
    const { usual, highest } = QUOTAS[quota];
    return [quotaVariable(quota), z.coerce.number().int().min(1).max(highest).default(usual)];
  }),
);

/** The limits the operator set. */
export function quotaLimits(settings: Readonly<Record<`QUOTA_${string}`, number>>): Record<Quota, number> {
  const limit = (quota: Quota) => settings[quotaVariable(quota)] ?? QUOTAS[quota].usual;
  return perQuota(limit);
}
