import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TWO_FACTOR_METHODS } from './identity.model.ts';
import { securityEvent } from './safety.model.ts';
import * as rules from './safety.rules.ts';

/** Sign-in settings and security events of a person. The sign-in page needs none of these. */
export const safetyCalls = {
  getAccountSwitch: defineCall({
    method: 'POST',
    path: '/user/getAccountSwitch',
    access: 'signedIn',
    effect: 'read',
    summary: 'How two-factor sign-in is set',
    input: z.object({}),
    output: z.object({ twoFactor: z.enum(TWO_FACTOR_METHODS), recoveryCodesLeft: z.number().int() }),
  }),
  beginTwoFactor: defineCall({
    method: 'POST',
    path: '/user/beginTwoFactor',
    access: 'signedIn',
    effect: 'write',
    summary: 'A fresh secret for an authenticator app, not in force before it is proved',
    input: z.object({}),
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  setAccountSwitch: defineCall({
    method: 'POST',
    path: '/user/setAccountSwitch',
    access: 'signedIn',
    effect: 'write',
    summary: 'Set two-factor sign-in; recovery codes are shown once',
    input: rules.setAccountSwitchInput,
    output: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  saveBindMailPhone: defineCall({
    method: 'POST',
    path: '/user/saveBindMailPhone',
    access: 'signedIn',
    effect: 'write',
    summary: 'Bind a verified phone or e-mail',
    input: rules.bindInput,
    output: z.null(),
  }),
  listSecurityEvents: defineCall({
    method: 'GET',
    path: '/user/securityEvents',
    access: 'signedIn',
    effect: 'read',
    summary: 'One’s recent security events, newest first',
    input: z.object({}),
    output: z.array(securityEvent),
  }),
  sendOwnCode: defineCall({
    method: 'POST',
    path: '/user/sendOwnCode',
    access: 'signedIn',
    effect: 'write',
    summary: 'Send the second factor to one’s own phone or e-mail, where two-factor sign-in uses such codes',
    input: z.object({ channel: z.enum(['sms', 'mail']) }),
    output: z.object({ validMinutes: z.number(), retryAfter: z.number() }),
  }),
  wechatBind: defineCall({
    method: 'POST',
    path: '/user/wechat/bind',
    access: 'signedIn',
    effect: 'write',
    summary: 'Bind one’s WeChat with the code it handed back',
    input: rules.wechatBindInput,
    output: z.null(),
  }),
  wechatUnbind: defineCall({
    method: 'POST',
    path: '/user/wechat/unbind',
    access: 'signedIn',
    effect: 'write',
    summary: 'Unbind one’s WeChat',
    input: rules.wechatUnbindInput,
    output: z.null(),
  }),
  releaseAccount: defineCall({
    method: 'DELETE',
    path: '/user/releaseAccount',
    access: 'signedIn',
    effect: 'write',
    summary: 'Close one’s account for good',
    input: rules.releaseAccountInput,
    output: z.null(),
  }),
};
