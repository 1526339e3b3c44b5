import { z } from 'zod';
import { QUOTA_NAMES } from '../quotas.ts';

const quota = z.enum(QUOTA_NAMES);

export const usage = z.object({
  quota,
  /** Of a quota per site, person or table: of the one with the highest usage. */
  used: z.number(),
  limit: z.number(),
  per: z.enum(['account', 'site', 'person', 'table']),
});
export type Usage = z.infer<typeof usage>;

export const quotaLimits = z.record(quota, z.number());
export type QuotaLimits = z.infer<typeof quotaLimits>;
