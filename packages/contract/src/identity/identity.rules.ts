import { z } from 'zod';
import { requiredText, text, timestamp, uuid } from '../fields.ts';
import { isAlias } from '../formats/people/alias.ts';
import { isEmail } from '../formats/people/email.ts';
import { loginPasswordFault } from '../formats/people/login-password.ts';
import { PHONE_BOUNDS, PHONE_DESCRIPTION, parsePhone } from '../formats/people/phone.ts';
import { isUserName } from '../formats/people/user-name.ts';
import { YUYAN_VALUES } from '../languages.ts';
import { ALL_GRANTS } from '../permissions.ts';
import { ACCOUNT_LIMITS } from './identity.limits.ts';
import { CODE_PURPOSES } from './identity.model.ts';

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

export const userName = z
  .string('validation.required')
  .trim()
  .min(1, 'validation.required')
  .max(ACCOUNT_LIMITS.userNameMax, 'validation.tooLong')
  .refine(isUserName, 'validation.userName');

export const alias = z
  .string('validation.required')
  .trim()
  .min(ACCOUNT_LIMITS.aliasMin, 'validation.required')
  .max(ACCOUNT_LIMITS.aliasMax, 'validation.tooLong')
  .refine(isAlias, 'validation.alias');

export const nickname = text(ACCOUNT_LIMITS.nicknameMax);

/** An existing password: old ones may predate the current rules. */
export const givenPassword = z
  .string('validation.required')
  .min(1, 'validation.required')
  .max(128, 'validation.tooLong');

/** A new password: the rules that need only the password itself. */
export const chosenPassword = z.string('validation.required').superRefine((value, context) => {
  const fault = loginPasswordFault(value, []);
  if (fault) {
    context.addIssue({
      code: 'custom',
      message: `validation.password.${fault}`,
      params: { minimum: ACCOUNT_LIMITS.passwordMin, maximum: ACCOUNT_LIMITS.passwordMax },
    });
  }
});

/** A new password, repeated, and the names it must not contain. */
function passwordPair<T extends z.ZodRawShape>(
  shape: T,
  namesOf: (value: Readonly<Record<string, unknown>>) => unknown[],
) {
  return z
    .object({
      ...shape,
      password: chosenPassword,
      confirmPassword: z.string('validation.required').min(1, 'validation.required'),
    })
    .superRefine((value, context) => {
      const fields: Readonly<Record<string, unknown>> = value;
      if (fields.password !== fields.confirmPassword) {
        context.addIssue({
          code: 'custom',
          path: ['confirmPassword'],
          message: 'validation.password.mismatch',
        });
      }
      const names = namesOf(fields).filter((name) => typeof name === 'string');
      if (loginPasswordFault(String(fields.password), names) === 'accountName') {
        context.addIssue({ code: 'custom', path: ['password'], message: 'validation.password.accountName' });
      }
    });
}

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

export const checkAccountInput = z.object({ username: userName });

export const registerInput = passwordPair(
  {
    username: userName,
    target: contact,
    code,
    enterpriseName: text(ACCOUNT_LIMITS.enterpriseNameMax).optional(),
    /** Joins the inviting account instead of creating one. */
    invitation: z.string().max(128).optional(),
  },
  (value) => [value.username, value.target],
);

const resetCode = z
  .string('validation.required')
  .trim()
  .regex(/^[0-9]{12}$/, 'validation.code');

export const resetPasswordInput = passwordPair({ target: contact, code: resetCode }, (value) => [
  value.target,
]);

export const changePasswordInput = passwordPair({ oldPassword: givenPassword }, () => []).refine(
  (value) => value.password !== value.oldPassword,
  { path: ['password'], message: 'validation.password.unchanged' },
);

export const setLangInput = z.object({ yuyan: z.enum(YUYAN_VALUES) });

export const updateUserNameInput = z.object({ userName });

export const updateProfileInput = z.object({
  nickname,
  /** In the current account. Omitted, it becomes the nickname where that is a valid alias, and is kept otherwise. */
  alias: alias.optional(),
  timeZone: text(64).optional(),
});

export const updateTokenInput = z.object({ accountUUID: uuid, roleUUID: uuid });

/** An organization or a site. */
export const setCurrentSiteInput = z.object({ currentUUID: uuid });

export const defaultTreeInput = z.object({ accountUUID: uuid, managerUUID: uuid, key: requiredText(64) });

export const apiKeyInput = z.object({
  name: requiredText(ACCOUNT_LIMITS.nicknameMax),
  grants: z.array(z.enum(ALL_GRANTS)).min(1, 'validation.selectOne').max(ALL_GRANTS.length),
  /** Null for a key that never expires. */
  expiresAt: timestamp.nullable(),
  /** Whether the key is revoked when the person's password is changed or reset. */
  endsWithPassword: z.boolean().default(false),
  /** Confirms the person by their password. */
  password: givenPassword,
});

export const wechatInput = z.object({ code: z.string().min(1).max(512), state: z.string().min(1).max(128) });
