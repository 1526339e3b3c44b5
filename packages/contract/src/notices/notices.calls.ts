import { z } from 'zod';
import { NOTICE_MODES } from '../alarms/alarms.model.ts';
import { defineCall } from '../call.ts';
import { timestamp, uuid } from '../fields.ts';
import { pageInput, pageOf, searchText } from '../paging.ts';
import { delivery, noticeSetting, webhook } from './notices.model.ts';
import { noticeSettingInput, webhookInput } from './notices.rules.ts';
import { NOTICE_STATES } from './notices.states.ts';

/** Filters of the delivery log. */
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
    summary: 'List notification settings',
    input: z.object({}),
    output: z.array(noticeSetting),
  }),
  createNoticeSetting: defineCall({
    method: 'POST',
    path: '/notice/createSetting',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Create a notification setting',
    input: noticeSettingInput,
    output: z.object({ settingUUID: uuid }),
  }),
  updateNoticeSetting: defineCall({
    method: 'POST',
    path: '/notice/updateSetting',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Change a notification setting; waiting notices stay as planned, unless it is disabled',
    input: z.object({ settingUUID: uuid, setting: noticeSettingInput }),
    output: z.null(),
  }),
  deleteNoticeSetting: defineCall({
    method: 'DELETE',
    path: '/notice/deleteSetting',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Delete a notification setting; its waiting notices are dropped',
    input: z.object({ settingUUID: uuid }),
    output: z.null(),
  }),
  testNoticeSetting: defineCall({
    method: 'POST',
    path: '/notice/testSetting',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Send a test to every recipient of a setting; the delivery log shows the result',
    input: z.object({ settingUUID: uuid }),
    output: z.object({ notices: z.number().int() }),
  }),
  listDeliveries: defineCall({
    method: 'GET',
    path: '/notice/deliveries',
    access: 'alarm_index',
    effect: 'read',
    summary: 'List the delivery log, newest first',
    input: pageInput(['createdAt']).extend({ ...which, state: z.enum(NOTICE_STATES).optional() }),
    output: pageOf(delivery),
  }),
  retryDelivery: defineCall({
    method: 'POST',
    path: '/notice/retry',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Send a notice again: one that failed, or a delivered one to a webhook',
    input: z.object({ noticeUUID: uuid }),
    output: z.null(),
  }),
  retryFailedDeliveries: defineCall({
    method: 'POST',
    path: '/notice/retryFailed',
    access: 'alarm_index',
    effect: 'write',
    summary:
      'Send all failed notices again, or those of one mode, webhook, alarm or period; returns how many',
    input: z.object({ ...which, search: searchText }),
    output: z.object({ notices: z.number().int() }),
  }),

  listWebhooks: defineCall({
    method: 'GET',
    path: '/webhook/list',
    access: 'alarm_index',
    effect: 'read',
    summary: 'List webhooks',
    input: z.object({}),
    output: z.array(webhook),
  }),
  createWebhook: defineCall({
    method: 'POST',
    path: '/webhook/create',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Create a webhook; its secret is shown this once',
    input: webhookInput,
    output: made,
  }),
  updateWebhook: defineCall({
    method: 'POST',
    path: '/webhook/update',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Change name or URL of a webhook, or enable or disable it',
    input: webhookInput.extend({ webhookUUID: uuid }),
    output: z.null(),
  }),
  renewWebhookSecret: defineCall({
    method: 'POST',
    path: '/webhook/renewSecret',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Renew the secret of a webhook; it is shown this once',
    input: z.object({ webhookUUID: uuid }),
    output: made,
  }),
  deleteWebhook: defineCall({
    method: 'DELETE',
    path: '/webhook/delete',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Delete a webhook',
    input: z.object({ webhookUUID: uuid }),
    output: z.null(),
  }),
  testWebhook: defineCall({
    method: 'POST',
    path: '/webhook/test',
    access: 'alarm_index',
    effect: 'write',
    summary: 'Send a test to a webhook',
    input: z.object({ webhookUUID: uuid }),
    output: z.object({ noticeUUID: uuid }),
  }),
};
