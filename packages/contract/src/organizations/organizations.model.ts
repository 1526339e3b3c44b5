import { z } from 'zod';
import { numberWithin, timestamp, uuid } from '../fields.ts';

/** Groups, in the tree, the sites of other accounts that this person sees. Never selectable in a form. */
export const MY_SHARES_UUID = '00000000-0000-7000-8000-000000000001';

export const siteNode = z.object({
  siteuuid: uuid,
  sitename: z.string(),
  /** Only on shared sites: the role to switch to before the site can be opened. */
  accountUUID: uuid.optional(),
  roleUUID: uuid.optional(),
});

export const enterpriseNode = z.object({
  enterpriseuuid: uuid,
  enterprisename: z.string(),
  sites: z.array(siteNode),
});
export type EnterpriseNode = z.infer<typeof enterpriseNode>;

/** `defaultTree` is the organization whose first site opens when a person has not chosen one yet. */
export const siteTree = z.object({ trees: z.array(enterpriseNode), defaultTree: enterpriseNode.nullable() });
export type SiteTree = z.infer<typeof siteTree>;

export const flatSite = z.object({ siteUUID: uuid, siteName: z.string(), enterpriseUUID: uuid });

export const coordinates = z.object({
  latitude: numberWithin(-90, 90),
  longitude: numberWithin(-180, 180),
});

export const enterprise = z.object({
  enterpriseUUID: uuid,
  name: z.string(),
  address: z.string(),
  siteCount: z.number().int(),
  createdAt: timestamp,
});
export type Enterprise = z.infer<typeof enterprise>;

export const site = z.object({
  siteUUID: uuid,
  enterpriseUUID: uuid,
  enterpriseName: z.string(),
  name: z.string(),
  code: z.string(),
  countryCode: z.string(),
  address: z.string(),
  coordinates: coordinates.nullable(),
  /** `Europe/Warsaw`; `Etc/GMT-8` or `+12:45` for an offset without daylight saving time. */
  timeZone: z.string(),
  ntpServer: z.string(),
  /** Its devices are monitored and never changed. */
  observeOnly: z.boolean(),
  contactName: z.string(),
  remark: z.string(),
  createdAt: timestamp,
});
export type Site = z.infer<typeof site>;

/** Deleted in the last 30 days and still restorable. */
export const binItem = z.object({
  id: uuid,
  kind: z.enum(['organization', 'site']),
  name: z.string(),
  enterpriseName: z.string(),
  deletedAt: timestamp,
  deletedBy: z.string(),
});
export type BinItem = z.infer<typeof binItem>;
