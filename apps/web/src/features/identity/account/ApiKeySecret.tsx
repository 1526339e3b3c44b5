import { useTranslation } from 'react-i18next';
import { ShownOnce } from '../../../shared/ui/ShownOnce.tsx';

export function ApiKeySecret({ name, secret, onDone }: { name: string; secret: string; onDone(): void }) {
  const { t } = useTranslation();
  return (
    <ShownOnce
      title={t('account.apiKeys.secretTitle', { name })}
      text={t('account.apiKeys.secretText')}
      secret={secret}
      fileName="airloom-api-key.txt"
      onDone={onDone}
    >
      <code className="shown-once-secret">{secret}</code>
    </ShownOnce>
  );
}
