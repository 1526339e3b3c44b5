import { z } from 'zod';
import { requiredText, text, timestamp, uuid } from '../fields.ts';
import { isAlias } from '../formats/people/alias.ts';
import { YUYAN_VALUES } from '../languages.ts';
import { ALL_GRANTS } from '../permissions.ts';
import { ACCOUNT_LIMITS } from './identity.limits.ts';
import { passwordPair, userName } from './registration.rules.ts';
import { givenPassword } from './sign-in.rules.ts';

export const alias = z
  .string('validation.required')
  .trim()
  .min(ACCOUNT_LIMITS.aliasMin, 'validation.required')
  .max(ACCOUNT_LIMITS.aliasMax, 'validation.tooLong')
  .refine(isAlias, 'validation.alias');

export const nickname = text(ACCOUNT_LIMITS.nicknameMax);

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
/** An organization or a site; null is everything within reach. */
export const setCurrentSiteInput = z.object({ currentUUID: uuid.nullable() });

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
