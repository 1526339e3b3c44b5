import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { copyToClipboard } from '../../../shared/ui/copy-to-clipboard.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { ShownOnce } from '../../../shared/ui/ShownOnce.tsx';
import { SIGNATURE_EXAMPLE } from '../signature-example.ts';
import './notices.css';

export interface Made {
  name: string;
  secret: string;
}

/** Shows the secret of a webhook once, with instructions. */
export function WebhookSecret({ name, secret, onDone }: Made & { onDone(): void }) {
  const { t } = useTranslation();
  return (
    <ShownOnce
      title={t('notices-page.webhook.secretTitle', { name })}
      text={t('notices-page.webhook.secretText')}
      secret={secret}
      fileName="airloom-webhook-secret.txt"
      onDone={onDone}
    >
      <code className="shown-once-secret">{secret}</code>
      <section className="notices-example" aria-label={t('notices-page.webhook.checkTitle')}>
        <strong>{t('notices-page.webhook.checkTitle')}</strong>
        <p>{t('notices-page.webhook.checkText')}</p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide content must be scrollable by keyboard */}
        <pre tabIndex={0}>{SIGNATURE_EXAMPLE}</pre>
        <div>
          <Button icon={<Icon name="copy" />} onClick={() => copyToClipboard(SIGNATURE_EXAMPLE)}>
            {t('notices-page.webhook.copyExample')}
          </Button>
        </div>
      </section>
    </ShownOnce>
  );
}
