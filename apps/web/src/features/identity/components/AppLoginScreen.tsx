import { signInCalls } from '@airloom/contract/identity/sign-in.calls';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { QrCode } from '../../../shared/qr/QrCode.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { useEnter } from '../enter.ts';
import { GateFrame } from './GateFrame.tsx';

const POLL_MS = 2_000;
const QR_PX = 200;

interface ShownCodeProps {
  qrUUID: string;
  url: string;
  renew(): void;
}

type Final = 'confirmed' | 'expired' | 'refused';

function isFinal(status: string): status is Final {
  return status === 'confirmed' || status === 'expired' || status === 'refused';
}

/** The QR code and its status. Polling pauses while the page is hidden, and ends with the code. */
function ShownCode({ qrUUID, url, renew }: ShownCodeProps) {
  const { t } = useTranslation();
  const enter = useEffectEvent(useEnter());
  const [final, setFinal] = useState<Final | null>(null);
  const poll = useCall(signInCalls.getAppLoginInfo, { qrUUID }, { enabled: final === null, every: POLL_MS });
  const { status = 'waiting', login = null } = poll.data ?? {};
  if (final === null && isFinal(status)) setFinal(status);

  useEffect(() => {
    if (login !== null) enter(login);
  }, [login]);

  if (final === null) {
    return (
      <div className="gate-centre">
        <QrCode text={url} label={t('identity.app.code')} />
        <output>{t(status === 'scanned' ? 'identity.app.scanned' : 'identity.app.waiting')}</output>
      </div>
    );
  }
  if (final === 'confirmed') return <Skeleton height={QR_PX} />;
  return (
    <div className="gate-centre">
      <div className="identity-qr-over">
        <QrCode text={url} label={t('identity.app.code')} />
      </div>
      <output>{t(final === 'expired' ? 'identity.app.expired' : 'identity.app.refused')}</output>
      <Button type="primary" icon={<Icon name="refresh" />} onClick={renew}>
        {t('identity.app.renew')}
      </Button>
    </div>
  );
}

/** On the screen to sign in: a QR code for a phone that is signed in already. */
export function AppLoginScreen() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const created = useCall(signInCalls.createAppLogin, {});
  const renew = () => void created.refetch();

  function content() {
    if (created.isFetching) return <Skeleton height={QR_PX} />;
    if (created.error) return <FailedState error={created.error} retry={renew} />;
    return created.data && <ShownCode key={created.data.qrUUID} {...created.data} renew={renew} />;
  }

  return (
    <GateFrame
      title={t('identity.app.title')}
      lead={t('identity.app.lead')}
      links={<Link to={`/login${search}`}>{t('identity.backToLogin')}</Link>}
    >
      {content()}
    </GateFrame>
  );
}
