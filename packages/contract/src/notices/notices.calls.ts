import { z } from 'zod';
import { NOTICE_MODES } from '../alarms/alarms.model.ts';
import { defineCall } from '../call.ts';
import { timestamp, uuid } from '../fields.ts';
import { pageInput, pageOf, searchText } from '../paging.ts';
import { delivery, noticeSetting, webhook } from './notices.model.ts';
import { noticeSettingInput, webhookInput } from './notices.rules.ts';
import { NOTICE_STATES } from './notices.states.ts';

/** Which notices of the log are meant. */
const which = {
  mode: z.enum(NOTICE_MODES).optional(),
  alarmUUID: uuid.optional(),
  webhookUUID: uuid.optional(),
  from: timestamp.optional(),
  to: timestamp.optional(),
};

const made = z.object({ webhookUUID: uuid, secret: z.string() });

export const noticeCalls = {
  listNoticeSettings: defineCall({
    method: 'GET',
    path: '/notice/settings',
    access: 'alarm_index',
    effect: 'read',
    summary: 'Who is told of which alarms, and how',
    input: z.object({}),
    output: z.array(noticeSetting),
  }),
  createNoticeSetting: defineCall({
    method: 'POST',
    path: '/notice/createSetting',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Tell somebody more of alarms',
    input: noticeSettingInput,
    output: z.object({ settingUUID: uuid }),
  }),
  updateNoticeSetting: defineCall({
    method: 'POST',
    path: '/notice/updateSetting',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Change who is told; what waits to be told stays as it was planned, unless it is turned off',
    input: z.object({ settingUUID: uuid, setting: noticeSettingInput }),
    output: z.null(),
  }),
  deleteNoticeSetting: defineCall({
    method: 'DELETE',
    path: '/notice/deleteSetting',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Tell them no longer; what waits to be told to them is dropped',
    input: z.object({ settingUUID: uuid }),
    output: z.null(),
  }),
  testNoticeSetting: defineCall({
    method: 'POST',
    path: '/notice/testSetting',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Send a trial to everyone of a setting; the delivery log shows what became of it',
    input: z.object({ settingUUID: uuid }),
    output: z.object({ notices: z.number().int() }),
  }),
  listDeliveries: defineCall({
    method: 'GET',
    path: '/notice/deliveries',
    access: 'alarm_index',
    effect: 'read',
    summary: 'What was told to whom and what became of it, newest first',
    input: pageInput(['createdAt']).extend({ ...which, state: z.enum(NOTICE_STATES).optional() }),
    output: pageOf(delivery),
  }),
  retryDelivery: defineCall({
    method: 'POST',
    path: '/notice/retry',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Send a notice again: one that failed, or one to a webhook that is wanted once more',
    input: z.object({ noticeUUID: uuid }),
    output: z.null(),
  }),
  retryFailedDeliveries: defineCall({
    method: 'POST',
    path: '/notice/retryFailed',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Send again all that failed, or those of one mode, webhook, alarm or time; tells how many',
    input: z.object({ ...which, search: searchText }),
    output: z.object({ notices: z.number().int() }),
  }),

  listWebhooks: defineCall({
    method: 'GET',
    path: '/webhook/list',
    access: 'alarm_index',
    effect: 'read',
    summary: 'Other programs that are told of alarms',
    input: z.object({}),
    output: z.array(webhook),
  }),
  createWebhook: defineCall({
    method: 'POST',
    path: '/webhook/create',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Tell another program of alarms; its secret is shown this once',
    input: webhookInput,
    output: made,
  }),
  updateWebhook: defineCall({
    method: 'POST',
    path: '/webhook/update',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Change its name or address, or turn it on or off',
    input: webhookInput.extend({ webhookUUID: uuid }),
    output: z.null(),
  }),
  renewWebhookSecret: defineCall({
    method: 'POST',
    path: '/webhook/renewSecret',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Sign with a new secret from now on; it is shown this once',
    input: z.object({ webhookUUID: uuid }),
    output: made,
  }),
  deleteWebhook: defineCall({
    method: 'DELETE',
    path: '/webhook/delete',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Tell it no longer',
    input: z.object({ webhookUUID: uuid }),
    output: z.null(),
  }),
  testWebhook: defineCall({
    method: 'POST',
    path: '/webhook/test',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Send it a trial',
    input: z.object({ webhookUUID: uuid }),
    output: z.object({ noticeUUID: uuid }),
  }),
};
