import { accountCalls } from '@airloom/contract/accounts/accounts.calls';
import type { SenderChannel, SenderState } from '@airloom/contract/accounts/senders.model';
import type { OutputOf } from '@airloom/contract/call';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { useHolds, useSession } from '../../../shared/session/session-store.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { SettingRow, SettingsCard } from './SettingsCard.tsx';

type Tested = OutputOf<typeof accountCalls.testSender>;

function TestResult({ to, error }: Tested) {
  const { t } = useTranslation();
  return (
    <output className="account-test-result">
      {error === '' ? (
        <StatusDot tone="ok">{t('account.senders.accepted', { to })}</StatusDot>
      ) : (
        <>
          <StatusDot tone="error">{t('account.senders.refused', { to })}</StatusDot>
          <code className="account-test-words">{error}</code>
        </>
      )}
    </output>
  );
}

function useOwnContact(channel: SenderChannel): string {
  return useSession(({ profile }) => (channel === 'mail' ? profile?.email : profile?.phone) ?? '');
}

function SenderRow({ sender: { channel, isConfigured, details } }: { sender: SenderState }) {
  const { t } = useTranslation();
  const mayTest = useHolds('account_manage:operate');
  const contact = useOwnContact(channel);
  const [tested, setTested] = useState<Tested | null>(null);
  const testing = useCommand(accountCalls.testSender, { onDone: setTested });
  const variables = channel === 'mail' ? 'account.senders.mailVariables' : 'account.senders.smsVariables';
  return (
    <SettingRow
      name={t(`account.senders.${channel}`)}
      value={
        <>
          <StatusDot tone={isConfigured ? 'ok' : 'warn'}>
            {t(isConfigured ? 'account.senders.configured' : 'account.senders.missing')}
          </StatusDot>
          {tested && <TestResult {...tested} />}
        </>
      }
      note={
        <>
          {details && t('account.senders.details', { ...details, via: details.via.toUpperCase() })}
          {!isConfigured && t(variables)}
          {mayTest && contact === '' && <span> {t('account.senders.noContact')}</span>}
        </>
      }
      actions={
        mayTest && (
          <Button
            icon={<Icon name="send" />}
            loading={testing.pending}
            disabled={contact === ''}
            onClick={() => {
              setTested(null);
              testing.start({ channel });
            }}
          >
            {t('account.senders.test')}
          </Button>
        )
      }
    />
  );
}

/** How the console sends mail and SMS. */
export function ServerTab() {
  const { t } = useTranslation();
  const senders = useCall(accountCalls.getSenders, {});
  return (
    <SettingsCard title={t('account.senders.title')} lead={t('account.senders.lead')}>
      {senders.error && <FailedState error={senders.error} retry={() => void senders.refetch()} />}
      {senders.isPending && (
        <div className="account-card-body">
          <Skeleton rows={2} height={40} />
        </div>
      )}
      {senders.data?.map((sender) => (
        <SenderRow key={sender.channel} sender={sender} />
      ))}
    </SettingsCard>
  );
}
