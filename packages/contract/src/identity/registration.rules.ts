import { z } from 'zod';
import { text } from '../fields.ts';
import { loginPasswordFault } from '../formats/people/login-password.ts';
import { isUserName } from '../formats/people/user-name.ts';
import { ACCOUNT_LIMITS } from './identity.limits.ts';
import { code, contact } from './sign-in.rules.ts';

export const userName = z
  .string('validation.required')
  .trim()
  .min(1, 'validation.required')
  .max(ACCOUNT_LIMITS.userNameMax, 'validation.tooLong')
  .refine(isUserName, 'validation.userName');

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
export function passwordPair<T extends z.ZodRawShape>(
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

export const checkAccountInput = z.object({ username: userName });

export const registerInput = passwordPair(
  {
    username: userName,
    target: contact,
    /** Not with an invitation: its link was sent to the same contact. */
    code: code.optional(),
    enterpriseName: text(ACCOUNT_LIMITS.enterpriseNameMax).optional(),
    /** Joins the inviting account instead of creating one. */
    invitation: z.string().max(128).optional(),
  },
  (value) => [value.username, value.target],
).superRefine(({ code: given, invitation }, context) => {
  if (given === undefined && invitation === undefined)
    context.addIssue({ code: 'custom', path: ['code'], message: 'validation.required' });
});

const resetCode = z
  .string('validation.required')
  .trim()
  .regex(/^[0-9]{12}$/, 'validation.code');

export const resetPasswordInput = passwordPair({ target: contact, code: resetCode }, (value) => [
  value.target,
]);
