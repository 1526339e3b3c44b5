import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../../shared/qr/QrCode.tsx';
import { CopyText } from '../../../shared/ui/CopyText.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { Dialog } from '../../../shared/ui/layout/Dialog.tsx';
import { wifiText } from '../wifi-qr.ts';
import type { Revealed } from './use-network-actions.ts';
import './wireless.css';

/** What hangs on a wall: the code, and the same to be typed. */
function GuestCard({ row, password }: Revealed) {
  const { t } = useTranslation();
  const { ssid, hidden } = row;
  return (
    <div className="wireless-guest">
      <QrCode
        text={wifiText({ ssid, hidden, password })}
        label={t('wireless.reveal.codeOf', { name: ssid })}
      />
      <p className="wireless-guest-name">{ssid}</p>
      {password !== null && (
        <p>
          {t('wireless.field.password')} <code>{password}</code>
        </p>
      )}
      <p className="wireless-guest-hint">{t('wireless.reveal.scan')}</p>
    </div>
  );
}

export default function RevealedDialog({ revealed, onClose }: { revealed: Revealed; onClose(): void }) {
  const { t } = useTranslation();
  const { row, password, as } = revealed;
  return (
    <Dialog
      title={
        as === 'text' ? t('wireless.reveal.passwordOf', { name: row.ssid }) : t('wireless.action.guestCode')
      }
      onClose={onClose}
      cancels={false}
      actions={
        <>
          <Button type="primary" onClick={onClose}>
            {t('wireless.reveal.done')}
          </Button>
          {as === 'code' && (
            <Button icon={<Icon name="print" />} onClick={() => window.print()}>
              {t('wireless.reveal.print')}
            </Button>
          )}
        </>
      }
    >
      {as === 'code' ? <GuestCard {...revealed} /> : password !== null && <CopyText text={password} />}
    </Dialog>
  );
}
