import { z } from 'zod';
import { text } from '../fields.ts';
import { ACCOUNT_LIMITS } from './identity.limits.ts';
import { TWO_FACTOR_METHODS } from './identity.model.ts';
import { code, contact, givenPassword, wechatInput } from './sign-in.rules.ts';

/** The second factor, where one is on: a code from the app or a message, or a recovery code. */
const secondFactor = z.string().trim().max(16, 'validation.code').optional();

export const setAccountSwitchInput = z.object({
  twoFactor: z.enum(TWO_FACTOR_METHODS),
  /** Confirms the person by their password. */
  password: givenPassword,
  /** From the authenticator being set up. */
  code: code.optional(),
  secondFactor,
});

export const bindInput = z.object({
  target: contact,
  /** Empty when the phone or e-mail is the one that is bound already. */
  code: z.union([z.literal(''), code], 'validation.code').default(''),
  password: givenPassword,
  secondFactor,
});

export const wechatUnbindInput = z.object({ password: givenPassword, secondFactor });

export const wechatBindInput = wechatInput.extend(wechatUnbindInput.shape);

export const releaseAccountInput = z.object({
  password: givenPassword,
  secondFactor,
  /** The account's name typed out, when closing includes a whole main account. */
  accountName: text(ACCOUNT_LIMITS.enterpriseNameMax).optional(),
});
