import { useTranslation } from 'react-i18next';
import { ShownOnce } from '../../../shared/ui/ShownOnce.tsx';

export default function ScreenLinkAddress({ url, onDone }: { url: string; onDone(): void }) {
  const { t } = useTranslation();
  return (
    <ShownOnce
      title={t('big-screen.links.createdTitle')}
      text={t('big-screen.links.createdText')}
      secret={url}
      fileName="airloom-big-screen-link.txt"
      onDone={onDone}
    >
      <code className="shown-once-secret">{url}</code>
    </ShownOnce>
  );
}
