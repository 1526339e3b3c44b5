import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyToClipboard } from '../../../shared/ui/copy-to-clipboard.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { saveText } from '../../../shared/ui/save-file.ts';

interface ShownOnceProps {
  title: string;
  text: string;
  secret: string;
  fileName: string;
  onDone(): void;
  children: ReactNode;
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
          <Button icon={<Icon name="download" />} onClick={() => saveText(`${secret}\n`, fileName)}>
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
