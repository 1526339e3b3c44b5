import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';
import { toast } from './toast.ts';
import './page.css';

/** A text worth taking along, with a button that copies it. */
export function CopyText({ text, shown = text }: { text: string; shown?: string }) {
  const { t } = useTranslation();
  const copy = () => {
    // Without https there is no clipboard; that is a failure like any other.
    const written = navigator.clipboard
      ? navigator.clipboard.writeText(text)
      : Promise.reject(new Error('insecure'));
    written.then(
      () => toast.success(t('ui.copy.done')),
      () => toast.error(t('ui.copy.failed')),
    );
  };
  return (
    <span className="copy-text">
      <code>{shown}</code>
      <Button
        type="text"
        size="small"
        aria-label={t('ui.copy.label', { text: shown })}
        icon={<Icon name="copy" size={14} />}
        onClick={copy}
      />
    </span>
  );
}
