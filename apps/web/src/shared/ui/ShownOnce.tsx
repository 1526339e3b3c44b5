import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyToClipboard } from './copy-to-clipboard.ts';
import { Icon } from './Icon.tsx';
import { Dialog } from './layout/Dialog.tsx';
import { saveText } from './save-file.ts';
import './shown-once.css';

interface ShownOnceProps {
  title: string;
  text: string;
  secret: string;
  fileName: string;
  onDone(): void;
  children: ReactNode;
}

/** A secret that the server shows once: closed only by confirmation. */
export function ShownOnce({ title, text, secret, fileName, onDone, children }: ShownOnceProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={title}
      actions={
        <>
          <Button type="primary" onClick={onDone}>
            {t('ui.once.done')}
          </Button>
          <Button icon={<Icon name="copy" />} onClick={() => copyToClipboard(secret)}>
            {t('ui.once.copy')}
          </Button>
          <Button icon={<Icon name="download" />} onClick={() => saveText(`${secret}\n`, fileName)}>
            {t('ui.once.download')}
          </Button>
        </>
      }
    >
      <p className="shown-once-text">{text}</p>
      {children}
    </Dialog>
  );
}
