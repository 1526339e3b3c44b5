import type { CreatedProxy } from '@airloom/contract/remote-proxy/remote-proxy.model';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../../shared/ui/CopyText.tsx';
import { Dialog } from '../../../shared/ui/layout/Dialog.tsx';

/** The address of a new proxy, and the link that opens it once. */
export default function CreatedDialog({ created, onClose }: { created: CreatedProxy; onClose(): void }) {
  const { t } = useTranslation();
  const { link, publicHost, publicPort } = created;
  return (
    <Dialog
      title={t('remote-proxy.created.title')}
      cancels={false}
      onClose={onClose}
      actions={
        <>
          {link !== null && (
            <Button type="primary" href={link} target="_blank" rel="noopener noreferrer" onClick={onClose}>
              {t('remote-proxy.openPage')}
            </Button>
          )}
          <Button onClick={onClose}>{t('remote-proxy.created.close')}</Button>
        </>
      }
    >
      <p>{link === null ? t('remote-proxy.created.tcp') : t('remote-proxy.created.web')}</p>
      <p className="remote-proxy-address">
        <CopyText text={`${publicHost}:${publicPort}`} />
      </p>
    </Dialog>
  );
}
