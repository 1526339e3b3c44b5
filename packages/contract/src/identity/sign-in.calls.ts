import { z } from 'zod';
import { defineCall } from '../call.ts';
import { uuid } from '../fields.ts';
import { codeAnswer, commonUrls, loginResponse, QR_STATUSES } from './sign-in.model.ts';
import * as rules from './sign-in.rules.ts';

const none = z.object({});

/** Calls of the sign-in pages, which load before everything else. */
export const signInCalls = {
  login: defineCall({
    method: 'POST',
    path: '/user/login',
    access: 'public',
    effect: 'write',
    summary: 'Sign in by user name, phone or e-mail and password',
    input: rules.loginInput,
    output: loginResponse,
  }),
  loginCheck: defineCall({
    method: 'POST',
    path: '/user/loginCheck',
    access: 'public',
    effect: 'write',
    summary: 'Finish a sign-in with the second factor',
    input: rules.loginCheckInput,
    output: loginResponse,
  }),
  smsLogin: defineCall({
    method: 'POST',
    path: '/user/smsLogin',
    access: 'public',
    effect: 'write',
    summary: 'Sign in by a code sent to the phone',
    input: rules.smsLoginInput,
    output: loginResponse,
  }),
  demoLogin: defineCall({
    method: 'POST',
    path: '/user/demoLogin',
    access: 'public',
    effect: 'write',
    summary: 'Enter the demo account as a site observer',
    input: none,
    output: loginResponse,
  }),
  sendCode: defineCall({
    method: 'POST',
    path: '/user/sendCode',
    access: 'public',
    effect: 'write',
    summary: 'Send a verification code; the answer never tells whether an account exists',
    input: rules.sendCodeInput,
    output: codeAnswer,
  }),
  createAppLogin: defineCall({
    method: 'POST',
    path: '/user/qr/createAppLogin',
    access: 'public',
    effect: 'write',
    summary: 'Begin a sign-in that a signed-in phone confirms',
    input: none,
    output: z.object({ qrUUID: uuid, url: z.string(), expiresAt: z.iso.datetime() }),
  }),
  getAppLoginInfo: defineCall({
    method: 'GET',
    path: '/user/qr/getAppLoginInfo',
    access: 'public',
    effect: 'read',
    summary: 'Poll a QR sign-in; only the browser that began it is signed in',
    input: z.object({ qrUUID: uuid }),
    output: z.object({ status: z.enum(QR_STATUSES), login: loginResponse.nullable() }),
  }),
  wechatStart: defineCall({
    method: 'GET',
    path: '/user/wechat/start',
    access: 'public',
    effect: 'read',
    summary: 'Where to send the browser to sign in with WeChat, or to bind it',
    input: z.object({ purpose: z.enum(['login', 'bind']).default('login') }),
    output: z.object({ url: z.string() }),
  }),
  wechatLogin: defineCall({
    method: 'POST',
    path: '/user/wechat/login',
    access: 'public',
    effect: 'write',
    summary: 'Sign in with the code WeChat handed back',
    input: rules.wechatInput,
    output: loginResponse,
  }),
  initDomain: defineCall({
    method: 'GET',
    path: '/user/initDomain',
    access: 'public',
    effect: 'read',
    summary: 'Common URLs, and which ways in this installation offers',
    input: none,
    output: commonUrls.extend({
      registration: z.boolean(),
      wechat: z.boolean(),
      demo: z.boolean(),
    }),
  }),
};
