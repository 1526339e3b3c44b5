import { noticeCalls } from '@airloom/contract/notices/notices.calls';
import type { Webhook } from '@airloom/contract/notices/notices.model';
import { webhookInput } from '@airloom/contract/notices/notices.rules';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import { switchInput } from '../../../shared/form/rich-inputs.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { WEBHOOK_CALLS } from '../notices.queries.ts';
import './notices.css';
import type { Made } from './WebhookSecret.tsx';

interface WebhookDrawerProps {
  webhook: Webhook | null;
  onMade(made: Made): void;
  onClose(): void;
}

function valuesOf({ name, url, enabled }: Webhook) {
  return { name, url, enabled };
}

export default function WebhookDrawer({ webhook, onMade, onClose }: WebhookDrawerProps) {
  const { t } = useTranslation();
  const creating = useCommand(noticeCalls.createWebhook, { refresh: WEBHOOK_CALLS });
  const updating = useCommand(noticeCalls.updateWebhook, { refresh: WEBHOOK_CALLS });
  const form = useSchemaForm({
    schema: webhookInput,
    initial: webhook ? valuesOf(webhook) : { name: '', url: '', enabled: true },
    async submit(values) {
      if (webhook === null) {
        const { secret } = await creating.run(values);
        onMade({ name: values.name, secret });
      } else {
        await updating.run({ ...values, webhookUUID: webhook.webhookUUID });
        toast.success(t('notices-page.webhook.saved', { name: values.name }));
      }
    },
  });
  return (
    <FormDrawer
      open
      title={webhook?.name ?? t('notices-page.webhook.new')}
      {...(webhook === null ? { action: t('notices-page.webhook.make') } : {})}
      form={form}
      fields={[
        {
          name: 'name',
          label: 'notices-page.webhook.name',
          input: textInput({ autoComplete: 'off', autoFocus: true }),
        },
        {
          name: 'url',
          label: 'notices-page.webhook.url',
          hint: 'notices-page.webhook.urlHint',
          input: textInput({
            autoComplete: 'off',
            inputMode: 'url',
            code: true,
            placeholder: 'https://example.org/alarms',
          }),
        },
        { name: 'enabled', label: 'notices-page.setting.enabled', inline: true, input: switchInput() },
      ]}
      onClose={onClose}
    >
      <p className="notices-lead">{t('notices-page.webhook.lead')}</p>
    </FormDrawer>
  );
}
