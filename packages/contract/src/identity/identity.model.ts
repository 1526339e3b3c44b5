import { z } from 'zod';
import { timestamp, uuid } from '../fields.ts';
import { LANGUAGES } from '../languages.ts';

export const TWO_FACTOR_METHODS = ['off', 'totp', 'code'] as const;
export type TwoFactorMethod = (typeof TWO_FACTOR_METHODS)[number];

export const profile = z.object({
  managerUUID: uuid,
  userName: z.string(),
  nickname: z.string(),
  phone: z.string(),
  email: z.string(),
  language: z.enum(LANGUAGES),
  timeZone: z.string(),
  twoFactor: z.enum(TWO_FACTOR_METHODS),
  recoveryCodesLeft: z.number().int(),
  passwordSet: z.boolean(),
  wechatBound: z.boolean(),
  createdAt: timestamp,
});
export type Profile = z.infer<typeof profile>;

export const sessionItem = z.object({
  sessionUUID: uuid,
  current: z.boolean(),
  address: z.string(),
  client: z.string(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
});
export type SessionItem = z.infer<typeof sessionItem>;

export const apiKeyItem = z.object({
  apiKeyUUID: uuid,
  name: z.string(),
  /** The first characters, enough to recognise a key. */
  prefix: z.string(),
  grants: z.array(z.string()),
  createdAt: timestamp,
  expiresAt: timestamp.nullable(),
  lastUsedAt: timestamp.nullable(),
  /** It is revoked when the person's password is changed or reset. */
  endsWithPassword: z.boolean(),
});
export type ApiKeyItem = z.infer<typeof apiKeyItem>;
