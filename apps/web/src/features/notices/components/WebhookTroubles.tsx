import type { NoticeSetting } from '@airloom/contract/notices/notices.model';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import './notices.css';
import { useDeliveryTexts } from './use-delivery-texts.ts';

/** Failing webhooks of a setting, with the reason. */
export function WebhookTroubles({ setting }: { setting: NoticeSetting }) {
  const { t } = useTranslation();
  const words = useDeliveryTexts();
  if (!setting.modes.includes('webhook')) return null;
  return setting.webhooks
    .filter(({ enabled, error }) => !enabled || error !== '')
    .map(({ uuid, name, enabled, error }) => (
      <StatusDot key={uuid} tone="warn">
        {enabled ? `${name}: ${words.fault(error)}` : t('notices-page.setting.webhookOff', { name })}
      </StatusDot>
    ));
}
