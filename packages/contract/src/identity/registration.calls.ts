import { z } from 'zod';
import { defineCall } from '../call.ts';
import * as rules from './registration.rules.ts';
import { countryCode, loginResponse } from './sign-in.model.ts';

export const registrationCalls = {
  checkAccount: defineCall({
    method: 'POST',
    path: '/user/checkAccount',
    access: 'public',
    effect: 'read',
    summary: 'Whether a user name is still free',
    input: rules.checkAccountInput,
    output: z.object({ available: z.boolean() }),
  }),
  registerAccount: defineCall({
    method: 'POST',
    path: '/user/registerAccount',
    access: 'public',
    effect: 'write',
    summary: 'Open an account with a verified phone or e-mail, or join one with the link of an invitation',
    input: rules.registerInput,
    output: loginResponse,
  }),
  resetPwdByCode: defineCall({
    method: 'POST',
    path: '/user/resetPwdByCode',
    access: 'public',
    effect: 'write',
    summary: 'Choose a new password with a verification code',
    input: rules.resetPasswordInput,
    output: z.null(),
  }),
  getCountryCodeList: defineCall({
    method: 'GET',
    path: '/user/getCountryCodeList',
    access: 'public',
    effect: 'read',
    summary: 'Countries with their dialling codes, named in the caller’s language',
    input: z.object({ search: z.string().trim().max(64).default('') }),
    output: z.array(countryCode),
  }),
};
