import type { noticeCalls } from '@airloom/contract/notices/notices.calls';
import { expect, vi } from 'vitest';
import { WITHIN } from '../../within.ts';
import type { World } from '../../world.ts';
import type { ExamplesOf } from './example.ts';

const noticeSetting = ({ marker, siteUUID, owner, webhookUUID }: World) => ({
  name: `${marker} night shift`,
  levels: ['urgent' as const, 'important' as const],
  siteUUIDs: [siteUUID],
  modes: ['mail' as const, 'webhook' as const],
  peopleUUIDs: [owner.managerId],
  emails: ['night@example.org'],
  webhookUUIDs: [webhookUUID],
  restTimes: [{ from: '00:00', to: '06:30' }],
});

/** A trial that is refused because of the webhook's address. */
async function failedNotice({ server, owner, webhookUUID }: World): Promise<string> {
  const as = { as: owner.token };
  const { noticeUUID } = (await server.call('testWebhook', { webhookUUID }, as)).data;
  const failed = async () => {
    const { data } = await server.call('listDeliveries', { webhookUUID, state: 'failed' }, as);
    return data.rows.some((row) => row.noticeUUID === noticeUUID);
  };
  await vi.waitFor(async () => expect(await failed()).toBe(true), WITHIN);
  return noticeUUID;
}

export const noticeExamples: ExamplesOf<typeof noticeCalls> = {
  listNoticeSettings: () => ({}),
  createNoticeSetting: (world) => noticeSetting(world),
  updateNoticeSetting: (world) => ({ settingUUID: world.noticeSettingUUID, setting: noticeSetting(world) }),
  deleteNoticeSetting: ({ noticeSettingUUID }) => ({ settingUUID: noticeSettingUUID }),
  testNoticeSetting: ({ noticeSettingUUID }) => ({ settingUUID: noticeSettingUUID }),
  listDeliveries: ({ alarmUUID }) => ({ alarmUUID, sort: '-createdAt' }),
  retryDelivery: async (world) => ({ noticeUUID: await failedNotice(world) }),
  retryFailedDeliveries: async (world) => {
    await failedNotice(world);
    return { webhookUUID: world.webhookUUID };
  },
  listWebhooks: () => ({}),
  createWebhook: ({ marker }) => ({ name: `${marker} tickets`, url: 'https://tickets.invalid/airloom' }),
  updateWebhook: ({ webhookUUID, marker }) => ({
    webhookUUID,
    name: `${marker} chat`,
    url: 'https://chat.invalid/airloom',
    enabled: false,
  }),
  renewWebhookSecret: ({ webhookUUID }) => ({ webhookUUID }),
  deleteWebhook: ({ webhookUUID }) => ({ webhookUUID }),
  testWebhook: ({ webhookUUID }) => ({ webhookUUID }),
};
