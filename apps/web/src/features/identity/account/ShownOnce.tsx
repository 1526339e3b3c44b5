import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyToClipboard } from '../../../shared/ui/copy-to-clipboard.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';

interface ShownOnceProps {
  title: string;
  text: string;
  secret: string;
  fileName: string;
  onDone(): void;
  children: ReactNode;
}

function download(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** What the server tells a single time: only the person's own word closes it. */
export function ShownOnce({ title, text, secret, fileName, onDone, children }: ShownOnceProps) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      title={title}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <div className="account-row-actions">
          <Button icon={<Icon name="copy" />} onClick={() => copyToClipboard(secret)}>
            {t('identity.once.copy')}
          </Button>
          <Button icon={<Icon name="download" />} onClick={() => download(secret, fileName)}>
            {t('identity.once.download')}
          </Button>
          <Button type="primary" onClick={onDone}>
            {t('identity.once.done')}
          </Button>
        </div>
      }
    >
      <p className="account-steps">{text}</p>
      {children}
    </Modal>
  );
}
