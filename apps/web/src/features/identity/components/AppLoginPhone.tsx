import { clientName } from '@airloom/contract/formats/device/client-name';
import { identityCalls } from '@airloom/contract/identity/identity.calls';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { hasTimedOut, hasToken } from '../../../shared/session/session-cookies.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { returningTo } from '../enter.ts';
import { useCountdown } from '../use-countdown.ts';
import { GateFrame } from './GateFrame.tsx';

interface RequestProps {
  qrUUID: string;
  address: string;
  client: string;
  expiresAt: string;
  onAnswered(allowed: boolean): void;
}

function Asked({ qrUUID, address, client, expiresAt, onAnswered }: RequestProps) {
  const { t } = useTranslation();
  const left = useCountdown(Date.parse(expiresAt));
  const answer = useCommand(identityCalls.confirmAppLogin, { onDone: (_, { allow }) => onAnswered(allow) });
  if (left.seconds === 0) return <output>{t('identity.app.expired')}</output>;
  return (
    <div className="gate-stack">
      <dl className="gate-facts">
        <dt>{t('identity.app.browser')}</dt>
        <dd>{clientName(client)}</dd>
        <dt>{t('identity.app.address')}</dt>
        <dd>{address}</dd>
        <dt>{t('identity.app.timeLeft')}</dt>
        <dd>{t('identity.seconds', { count: left.seconds })}</dd>
      </dl>
      <p className="gate-note">
        <Icon name="warning" />
        {t('identity.app.warning')}
      </p>
      <Button
        type="primary"
        block
        loading={answer.pending}
        onClick={() => answer.start({ qrUUID, allow: true })}
      >
        {t('identity.app.allow')}
      </Button>
      <Button block disabled={answer.pending} onClick={() => answer.start({ qrUUID, allow: false })}>
        {t('identity.app.refuse')}
      </Button>
    </div>
  );
}

function Confirmation({ qrUUID }: { qrUUID: string }) {
  const { t } = useTranslation();
  const [allowed, setAllowed] = useState<boolean | null>(null);
  const scan = useCall(identityCalls.scanAppLogin, { qrUUID });
  if (allowed !== null) {
    return (
      <GateFrame title={t(allowed ? 'identity.app.allowed' : 'identity.app.denied')}>
        <p>{t(allowed ? 'identity.app.allowedText' : 'identity.app.deniedText')}</p>
        <Link to="/">{t('identity.app.toConsole')}</Link>
      </GateFrame>
    );
  }
  return (
    <GateFrame title={t('identity.app.askTitle')} lead={t('identity.app.askLead')}>
      {scan.isPending && <Skeleton rows={3} />}
      {scan.error && <FailedState error={scan.error} />}
      {scan.data && <Asked qrUUID={qrUUID} {...scan.data} onAnswered={setAllowed} />}
    </GateFrame>
  );
}

/** On the phone: shows the requesting browser, with allow and refuse. Signs in first where necessary. */
export function AppLoginPhone({ qrUUID }: { qrUUID: string }) {
  if (!hasToken() || hasTimedOut()) {
    return (
      <Navigate to={`/login${returningTo(`/applogin?${new URLSearchParams({ qr: qrUUID })}`)}`} replace />
    );
  }
  return <Confirmation qrUUID={qrUUID} />;
}
