import type { RefusalReason, RefusedAttempt } from '@airloom/contract/devices/adding.model';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { devicePage } from '../../../shared/devices/device-page.ts';
import type { MessageKey } from '../../../shared/i18n/i18n.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import './wizard.css';

/** The newest ones say what is wrong now. */
const SHOWN = 20;

const REASONS: Readonly<Record<RefusalReason, MessageKey>> = {
  untrusted: 'adding.refused.reason.untrusted',
  expired: 'adding.refused.reason.expired',
  notYetValid: 'adding.refused.reason.notYetValid',
  revoked: 'adding.refused.reason.revoked',
  waitingForApproval: 'adding.refused.reason.waitingForApproval',
  quotaReached: 'adding.refused.reason.quotaReached',
  otherMac: 'adding.refused.reason.otherMac',
  codeUnknown: 'adding.refused.reason.codeUnknown',
  codeUsedUp: 'adding.refused.reason.codeUsedUp',
  codeExpired: 'adding.refused.reason.codeExpired',
  codeRevoked: 'adding.refused.reason.codeRevoked',
  deviceInUse: 'adding.refused.reason.deviceInUse',
  requestInvalid: 'adding.refused.reason.requestInvalid',
};

/** The devices in question; all of the account without either. */
export interface ExpectedDevices {
  readonly macs?: string;
  readonly claimCodeUUID?: string;
}

export function useRefusedAttempts(of: ExpectedDevices) {
  return useCall(deviceCalls.listRefusedAttempts, { ...of, size: SHOWN });
}

function DeviceName({ attempt }: { attempt: RefusedAttempt }) {
  const { t } = useTranslation();
  const { deviceUUID, deviceKind, deviceName, mac } = attempt;
  if (deviceUUID === null || deviceKind === null) return displayMac(mac) || t('adding.refused.unknownDevice');
  return <Link to={devicePage({ kind: deviceKind, deviceUUID })}>{deviceName}</Link>;
}

/** Refused attempts with their reasons; nothing without any. */
export function RefusedAttempts({ of, title }: { of: ExpectedDevices; title: string }) {
  const { t } = useTranslation();
  const attempts = useRefusedAttempts(of).data?.rows ?? [];
  if (attempts.length === 0) return null;
  return (
    <section className="card adding-refused" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {attempts.map((attempt) => (
          <li key={`${attempt.mac} ${attempt.reason}`}>
            <Icon name="warning" />
            <div>
              <p>
                <strong>
                  <DeviceName attempt={attempt} />
                </strong>{' '}
                {t(REASONS[attempt.reason])}
              </p>
              <p className="adding-quiet">
                <TimeAgo at={attempt.lastAt} /> · {t('adding.refused.times', { count: attempt.count })}
                {attempt.address && ` · ${t('adding.refused.from', { address: attempt.address })}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
