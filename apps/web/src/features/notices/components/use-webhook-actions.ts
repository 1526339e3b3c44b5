import { noticeCalls } from '@airloom/contract/notices/notices.calls';
import type { Webhook } from '@airloom/contract/notices/notices.model';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import { useSeesWholeAccount } from '../../../shared/session/account-reach.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { LOG_CALLS, WEBHOOK_CALLS } from '../notices.queries.ts';
import type { Made } from './WebhookSecret.tsx';

interface WebhookActions {
  ofOne(webhook: Webhook): Action[];
  turn(webhook: Webhook, on: boolean): void;
}

interface Leads {
  edit(webhook: Webhook): void;
  onMade(made: Made): void;
  toLog(webhook: Webhook): void;
}

export function useWebhookActions({ edit, onMade, toLog }: Leads): WebhookActions {
  const { t } = useTranslation();
  const blocked = useSeesWholeAccount() ? undefined : t('notices-page.webhook.whole');
  const updating = useCommand(noticeCalls.updateWebhook, { refresh: WEBHOOK_CALLS });
  const renewing = useCommand(noticeCalls.renewWebhookSecret);
  const removing = useCommand(noticeCalls.deleteWebhook, { refresh: WEBHOOK_CALLS });
  const testing = useCommand(noticeCalls.testWebhook, { refresh: LOG_CALLS });

  async function turn({ webhookUUID, kind, name, url }: Webhook, enabled: boolean): Promise<void> {
    await updating.run({ webhookUUID, kind, name, url, enabled });
  }

  async function test(webhook: Webhook): Promise<void> {
    const { webhookUUID, name } = webhook;
    await testing.run({ webhookUUID });
    toast.success(t('notices-page.webhook.tested', { name }));
    toLog(webhook);
  }

  async function renew({ webhookUUID, name }: Webhook): Promise<void> {
    const sure = await confirm({
      title: t('notices-page.webhook.renewTitle', { name }),
      text: t('notices-page.webhook.renewText'),
      action: t('notices-page.webhook.renew'),
      danger: true,
    });
    if (!sure) return;
    const { secret } = await renewing.run({ webhookUUID });
    onMade({ name, secret });
  }

  async function remove({ webhookUUID, name }: Webhook): Promise<void> {
    const sure = await confirm({
      title: t('notices-page.setting.deleteTitle', { name }),
      text: t('notices-page.webhook.deleteText'),
      action: t('notices-page.setting.delete'),
      danger: true,
    });
    if (!sure) return;
    await removing.run({ webhookUUID });
    toast.success(t('notices-page.webhook.deleted', { name }));
  }

  const renewal = (webhook: Webhook): Action => ({
    id: 'renewWebhookSecret',
    label: t('notices-page.webhook.renew'),
    icon: 'key',
    danger: true,
    needs: 'alarm_index:operate',
    blocked,
    run: () => void ignoreCallFailure(renew(webhook)),
  });

  return {
    turn: (webhook, on) => void ignoreCallFailure(turn(webhook, on)),
    ofOne: (webhook) => [
      {
        id: 'editWebhook',
        frequent: true,
        label: t('notices-page.setting.edit'),
        icon: 'edit',
        needs: 'alarm_index:operate',
        blocked,
        run: () => edit(webhook),
      },
      {
        id: 'testWebhook',
        frequent: true,
        label: t('notices-page.setting.test'),
        icon: 'send',
        needs: 'alarm_index:operate',
        blocked,
        run: () => void ignoreCallFailure(test(webhook)),
      },
      {
        id: 'webhookDeliveries',
        label: t('notices-page.webhook.deliveries'),
        icon: 'log',
        run: () => toLog(webhook),
      },
      {
        id: 'switchWebhook',
        label: webhook.enabled ? t('notices-page.setting.turnOff') : t('notices-page.setting.turnOn'),
        icon: webhook.enabled ? 'pause' : 'resume',
        needs: 'alarm_index:operate',
        blocked,
        run: () => void ignoreCallFailure(turn(webhook, !webhook.enabled)),
      },
      // The secret of a chat is made by the chat.
      ...(webhook.kind === 'webhook' ? [renewal(webhook)] : []),
      {
        id: 'deleteWebhook',
        label: t('notices-page.setting.delete'),
        icon: 'delete',
        danger: true,
        needs: 'alarm_index:operate',
        blocked,
        run: () => void ignoreCallFailure(remove(webhook)),
      },
    ],
  };
}
