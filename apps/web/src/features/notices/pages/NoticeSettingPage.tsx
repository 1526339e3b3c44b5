import { noticeCalls } from '@airloom/contract/notices/notices.calls';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { useSeesWholeAccount } from '../../../shared/session/account-reach.ts';
import { useQuota } from '../../../shared/session/use-quota.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { AddressTabs } from '../../../shared/ui/layout/AddressTabs.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { DeliveriesTab } from '../components/DeliveriesTab.tsx';
import { SettingsTab } from '../components/SettingsTab.tsx';
import { WebhooksTab } from '../components/WebhooksTab.tsx';

/** The open form is part of the address: `?new=setting`, `?tab=webhooks&new=webhook`. */
export default function NoticeSettingPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const settings = useCall(noticeCalls.listNoticeSettings, {});
  const webhooks = useCall(noticeCalls.listWebhooks, {});
  const settingsMax = useQuota('noticeSettings');
  const webhooksMax = useQuota('webhooks');
  const whole = useSeesWholeAccount();
  const tab = query.get('tab');
  const making = query.get('new');
  const go = (to: Record<string, string>): void => setQuery(to, { replace: true });

  function noWebhook(): string | undefined {
    if (!whole) return t('notices-page.webhook.whole');
    const full = (webhooks.data?.length ?? 0) >= webhooksMax;
    return full ? t('notices-page.webhook.full', { maximum: webhooksMax }) : undefined;
  }

  const createSetting: Action = {
    id: 'newNoticeSetting',
    label: t('notices-page.setting.new'),
    icon: 'plus',
    primary: tab !== 'webhooks',
    needs: 'alarm_index:operate',
    blocked:
      (settings.data?.length ?? 0) >= settingsMax
        ? t('notices-page.setting.full', { maximum: settingsMax })
        : undefined,
    run: () => go({ new: 'setting' }),
  };
  const makeWebhook: Action = {
    id: 'newWebhook',
    label: t('notices-page.webhook.new'),
    icon: 'plus',
    primary: tab === 'webhooks',
    needs: 'alarm_index:operate',
    blocked: noWebhook(),
    run: () => go({ tab: 'webhooks', new: 'webhook' }),
  };

  return (
    <>
      <PageHeader
        title={t('nav.noticeSetting')}
        lead={t('notices-page.lead')}
        actions={tab === 'webhooks' ? [createSetting, makeWebhook] : [makeWebhook, createSetting]}
      />
      <AddressTabs
        label={t('nav.noticeSetting')}
        items={[
          {
            key: 'settings',
            label: t('notices-page.tab.settings'),
            children: (
              <SettingsTab
                create={createSetting}
                making={{ on: making === 'setting', end: () => go({}) }}
                toLog={() => go({ tab: 'log' })}
              />
            ),
          },
          {
            key: 'webhooks',
            label: t('notices-page.tab.webhooks'),
            children: (
              <WebhooksTab
                create={makeWebhook}
                making={{ on: making === 'webhook', end: () => go({ tab: 'webhooks' }) }}
                toLog={(webhookUUID) => go({ tab: 'log', webhookUUID })}
              />
            ),
          },
          {
            key: 'log',
            label: t('notices-page.tab.log'),
            children: <DeliveriesTab create={createSetting} />,
          },
        ]}
      />
    </>
  );
}
