import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { copyToClipboard } from './copy-to-clipboard.ts';
import { Icon } from './Icon.tsx';
import './layout/page.css';

/** A text worth taking along, with a button that copies it. */
export function CopyText({ text, shown = text }: { text: string; shown?: string }) {
  const { t } = useTranslation();
  return (
    <span className="copy-text">
      <code>{shown}</code>
      <Button
        type="text"
        size="small"
        aria-label={t('ui.copy.label', { text: shown })}
        icon={<Icon name="copy" size={14} />}
        onClick={() => copyToClipboard(text)}
      />
    </span>
  );
}
