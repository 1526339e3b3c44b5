import type { noticeCalls } from '@airloom/contract/notices/notices.calls';
import { changed, type Handlers } from '../../../platform/http/handlers.ts';
import type { Outside } from '../../../platform/http/outside.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import * as deliveries from './delivery/deliveries.service.ts';
import type { Delivery } from './delivery/delivery.ts';
import type { ShownNotices } from './notices.live.ts';
import * as settings from './settings/settings.service.ts';
import * as webhooks from './settings/webhooks.service.ts';

export function noticeRoutes(
  platform: Platform,
  delivery: Pick<Delivery, 'kick'>,
  outside: Outside,
  shown: Pick<ShownNotices, 'changed'>,
): Handlers<keyof typeof noticeCalls> {
  async function show<T>({ tenant }: Scope, done: Promise<T>): Promise<T> {
    const answer = await done;
    shown.changed(tenant);
    return answer;
  }

  return {
    listNoticeSettings: (_input, { scope }) => settings.listSettings(platform, scope),
    createNoticeSetting: async (input, { scope }) => ({
      settingUUID: await show(scope, settings.createSetting(platform, scope, input)),
    }),
    updateNoticeSetting: async ({ settingUUID, setting }, context) =>
      changed(
        context,
        await show(context.scope, settings.updateSetting(platform, context.scope, settingUUID, setting)),
      ),
    deleteNoticeSetting: async ({ settingUUID }, { scope }) => {
      await show(scope, settings.deleteSetting(platform, scope, settingUUID));
      return null;
    },
    testNoticeSetting: async ({ settingUUID }, { scope }) => {
      const notices = await settings.testSetting(platform, scope, settingUUID);
      delivery.kick();
      return { notices };
    },
    listDeliveries: (input, { scope, request }) =>
      deliveries.listDeliveries(platform, scope, request.language, input),
    retryDelivery: async ({ noticeUUID }, { scope }) => {
      await deliveries.retry(platform, scope, noticeUUID);
      delivery.kick();
      return null;
    },
    retryFailedDeliveries: async (input, { scope }) => {
      const notices = await deliveries.retryFailed(platform, scope, input);
      delivery.kick();
      return { notices };
    },

    listWebhooks: (_input, { scope }) => webhooks.listWebhooks(platform, scope),
    createWebhook: (input, { scope }) =>
      show(scope, webhooks.createWebhook({ ...platform, outside }, scope, input)),
    updateWebhook: async ({ webhookUUID, ...webhook }, context) => {
      const webhookPlatform = { ...platform, outside };
      const done = webhooks.updateWebhook(webhookPlatform, context.scope, webhookUUID, webhook);
      return changed(context, await show(context.scope, done));
    },
    renewWebhookSecret: ({ webhookUUID }, { scope }) => webhooks.renewSecret(platform, scope, webhookUUID),
    deleteWebhook: async ({ webhookUUID }, { scope }) => {
      await show(scope, webhooks.deleteWebhook(platform, scope, webhookUUID));
      return null;
    },
    testWebhook: async ({ webhookUUID }, { scope }) => {
      const noticeUUID = await webhooks.testWebhook(platform, scope, webhookUUID);
      delivery.kick();
      return { noticeUUID };
    },
  };
}
