import { noticeCalls } from '@airloom/contract/notices/notices.calls';
import {
  SIGNED_CHATS,
  WEBHOOK_KINDS,
  type Webhook,
  type WebhookKind,
} from '@airloom/contract/notices/notices.model';
import { webhookForm } from '@airloom/contract/notices/notices.rules';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import { selectInput, switchInput } from '../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { WEBHOOK_CALLS } from '../notices.queries.ts';
import './notices.css';
import type { Made } from './WebhookSecret.tsx';

/** What addresses of each kind look like. */
const URL_EXAMPLES: Readonly<Record<WebhookKind, string>> = {
  webhook: 'https://example.org/alarms',
  slack: 'https://hooks.slack.com/services/…',
  teams: 'https://….logic.azure.com/workflows/…',
  dingtalk: 'https://oapi.dingtalk.com/robot/send?access_token=…',
  wecom: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
  feishu: 'https://open.feishu.cn/open-apis/bot/v2/hook/…',
};

interface WebhookDrawerProps {
  webhook: Webhook | null;
  onMade(made: Made): void;
  onClose(): void;
}

const NEW = { kind: 'webhook', name: '', url: '', enabled: true, secret: '', removesSecret: false } as const;

function valuesOf({ kind, name, url, enabled }: Webhook) {
  return { kind, name, url, enabled, secret: '', removesSecret: false };
}

/** The field of the secret of a chat that signs its messages; none for other kinds. */
function useSecretField(kind: WebhookKind, isSigned: boolean): FieldDef<typeof webhookForm>[] {
  if (!SIGNED_CHATS.includes(kind)) return [];
  return [
    {
      name: 'secret',
      label: 'notices-page.webhook.chatSecret',
      hint: isSigned ? 'notices-page.webhook.chatSecretKept' : 'notices-page.webhook.chatSecretHint',
      input: textInput({ autoComplete: 'off', code: true }),
    },
    ...(isSigned
      ? [
          {
            name: 'removesSecret' as const,
            label: 'notices-page.webhook.chatSecretRemove' as const,
            inline: true,
            input: switchInput(),
          },
        ]
      : []),
  ];
}

export default function WebhookDrawer({ webhook, onMade, onClose }: WebhookDrawerProps) {
  const { t } = useTranslation();
  const creating = useCommand(noticeCalls.createWebhook, { refresh: WEBHOOK_CALLS });
  const updating = useCommand(noticeCalls.updateWebhook, { refresh: WEBHOOK_CALLS });
  const form = useSchemaForm({
    schema: webhookForm,
    initial: webhook ? valuesOf(webhook) : NEW,
    async submit({ secret: given, removesSecret, ...values }) {
      // An empty field keeps the secret that is stored.
      const changed = removesSecret ? '' : given || undefined;
      const input = {
        ...values,
        secret: SIGNED_CHATS.includes(values.kind) ? changed : undefined,
      };
      if (webhook === null) {
        const { secret } = await creating.run(input);
        if (secret === '') toast.success(t('notices-page.webhook.made', { name: values.name }));
        else onMade({ name: values.name, secret });
      } else {
        await updating.run({ ...input, webhookUUID: webhook.webhookUUID });
        toast.success(t('notices-page.webhook.saved', { name: values.name }));
      }
    },
  });
  const kind = form.values.kind ?? NEW.kind;
  const secretField = useSecretField(kind, webhook?.isSigned ?? false);
  const kindField: FieldDef<typeof webhookForm>[] = [
    {
      name: 'kind',
      label: 'notices-page.webhook.kind',
      input: selectInput({
        choices: WEBHOOK_KINDS.map((value) => ({ value, label: t(`notices-page.webhook.kinds.${value}`) })),
      }),
    },
  ];
  return (
    <FormDrawer
      open
      title={webhook?.name ?? t('notices-page.webhook.new')}
      {...(webhook === null ? { action: t('notices-page.webhook.make') } : {})}
      form={form}
      fields={[
        // The kind of an existing one stays.
        ...(webhook === null ? kindField : []),
        {
          name: 'name',
          label: 'notices-page.webhook.name',
          input: textInput({ autoComplete: 'off', autoFocus: true }),
        },
        {
          name: 'url',
          label: 'notices-page.webhook.url',
          hint: kind === 'webhook' ? 'notices-page.webhook.urlHint' : 'notices-page.webhook.chatUrlHint',
          input: textInput({
            autoComplete: 'off',
            inputMode: 'url',
            code: true,
            placeholder: URL_EXAMPLES[kind],
          }),
        },
        ...secretField,
        { name: 'enabled', label: 'notices-page.setting.enabled', inline: true, input: switchInput() },
      ]}
      onClose={onClose}
    >
      <p className="notices-lead">{t('notices-page.webhook.lead')}</p>
    </FormDrawer>
  );
}
