import { z } from 'zod';

export const CODE_PURPOSES = ['register', 'smsLogin', 'resetPassword', 'bind', 'twoFactor'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

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

/** A code was requested. `isSent` false: the console has no sender for the contact. */
export const codeAnswer = z.object({ validMinutes: z.number(), retryAfter: z.number(), isSent: z.boolean() });

export const countryCode = z.object({ country: z.string(), name: z.string(), dialCode: z.string() });
export type CountryCode = z.infer<typeof countryCode>;

export const QR_STATUSES = ['waiting', 'scanned', 'confirmed', 'refused', 'expired'] as const;
