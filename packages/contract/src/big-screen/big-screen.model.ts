import { z } from 'zod';
import { grant } from '../access/access.model.ts';
import { timestamp, uuid } from '../fields.ts';

/** `suspended`: its creator may not share it any more, or the place is gone. */
export const SCREEN_LINK_STATES = ['active', 'suspended', 'expired'] as const;

export const screenLink = z.object({
  linkUUID: uuid,
  name: z.string(),
  siteUUID: uuid.nullable(),
  enterpriseUUID: uuid.nullable(),
  /** Empty for everything that its creator sees. */
  placeName: z.string(),
  addresses: z.array(z.string()),
  state: z.enum(SCREEN_LINK_STATES),
  createdBy: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
  lastUsedAt: timestamp.nullable(),
  /** The address of the last use. */
  lastAddress: z.string(),
  /** Displays connected now. */
  displays: z.number().int(),
});
export type ScreenLink = z.infer<typeof screenLink>;

/** What a display shows. */
export const openedScreen = z.object({
  name: z.string(),
  placeName: z.string(),
  accountName: z.string(),
  permissions: z.array(grant),
  expiresAt: timestamp,
  websocketUrl: z.string(),
});
export type OpenedScreen = z.infer<typeof openedScreen>;
