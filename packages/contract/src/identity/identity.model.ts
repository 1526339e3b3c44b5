import { z } from 'zod';
import { timestamp, uuid } from '../fields.ts';
import { LANGUAGES } from '../languages.ts';

export const CODE_PURPOSES = ['register', 'smsLogin', 'resetPassword', 'bind', 'twoFactor'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

export const TWO_FACTOR_METHODS = ['off', 'totp', 'code'] as const;
export type TwoFactorMethod = (typeof TWO_FACTOR_METHODS)[number];

/** Addresses of the server as seen by the browser (specification §3, common-URL response). */
export const commonUrls = z.object({
  ossUrl: z.string(),
  storageUrl: z.string(),
  templateUrl: z.string(),
  portalDomain: z.string(),
  shellUrl: z.string(),
  websocketUrl: z.string(),
  /** Host and port for devices, and where they get their certificates; empty when unknown. */
  gatewayAddress: z.string(),
  enrolmentUrl: z.string(),
});
export type CommonUrls = z.infer<typeof commonUrls>;

export const loginResponse = z.object({
  /** Empty for browsers, whose token is an HttpOnly cookie, and while a second factor is pending. */
  access_token: z.string(),
  username: z.string(),
  remindMsg: z.string(),
  openid: z.string().optional(),
  secondFactor: z
    .object({
      ticket: z.string(),
      methods: z.array(z.enum(['totp', 'sms', 'mail', 'recovery'])),
      /** Masked, so that a person knows where the code is sent. */
      phone: z.string(),
      email: z.string(),
    })
    .nullable(),
});
export type LoginResponse = z.infer<typeof loginResponse>;

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

export const countryCode = z.object({ country: z.string(), name: z.string(), dialCode: z.string() });
export type CountryCode = z.infer<typeof countryCode>;

export const QR_STATUSES = ['waiting', 'scanned', 'confirmed', 'refused', 'expired'] as const;
