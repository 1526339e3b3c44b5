import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { isEmail } from '../formats/people/email.ts';
import { PHONE_BOUNDS, PHONE_DESCRIPTION, parsePhone } from '../formats/people/phone.ts';
import { ACCOUNT_LIMITS } from './identity.limits.ts';
import { CODE_PURPOSES } from './sign-in.model.ts';

export const contact = z
  .string('validation.required')
  .trim()
  .min(1, 'validation.required')
  .max(ACCOUNT_LIMITS.emailMax, 'validation.tooLong')
  .refine((value) => isEmail(value) || parsePhone(value) !== null, {
    error: 'validation.contact',
    params: PHONE_BOUNDS,
  })
  .meta({ description: `An e-mail address or a phone number. ${PHONE_DESCRIPTION}` })
  .transform((value) => value.toLowerCase());

export const email = z
  .string('validation.required')
  .trim()
  .max(ACCOUNT_LIMITS.emailMax, 'validation.tooLong')
  .refine(isEmail, 'validation.email')
  .transform((value) => value.toLowerCase());

export const phone = z
  .string('validation.required')
  .trim()
  .refine((value) => parsePhone(value) !== null, { error: 'validation.phone', params: PHONE_BOUNDS })
  .meta({ description: PHONE_DESCRIPTION });

/** An existing password: old ones may predate the current rules. */
export const givenPassword = z
  .string('validation.required')
  .min(1, 'validation.required')
  .max(128, 'validation.tooLong');

export const code = z
  .string('validation.required')
  .trim()
  .regex(/^[0-9]{6}$/, 'validation.code');

export const loginInput = z.object({
  username: requiredText(ACCOUNT_LIMITS.emailMax),
  password: givenPassword,
});

export const loginCheckInput = z.object({
  ticket: z.string().min(1).max(128),
  method: z.enum(['totp', 'sms', 'mail', 'recovery']),
  code: z.string('validation.required').trim().min(6, 'validation.code').max(16, 'validation.code'),
});

export const sendCodeInput = z.object({
  purpose: z.enum(CODE_PURPOSES),
  /** The contact; omitted for a second factor, whose contact the server knows by the ticket. */
  target: contact.optional(),
  channel: z.enum(['sms', 'mail']).optional(),
  ticket: z.string().max(128).optional(),
});

export const smsLoginInput = z.object({ phone, code });

export const wechatInput = z.object({ code: z.string().min(1).max(512), state: z.string().min(1).max(128) });
