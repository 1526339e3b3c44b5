import { clientName, isHandheld } from '@airloom/contract/formats/device/client-name';
import { identityCalls } from '@airloom/contract/identity/identity.calls';
import type { SessionItem } from '@airloom/contract/identity/identity.model';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { SettingsCard } from './SettingsCard.tsx';

interface SessionRowProps {
  session: SessionItem;
  pending: boolean;
  onEnd(): void;
}

function SessionRow({ session, pending, onEnd }: SessionRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = clientName(session.client) || t('account.sessions.unknown');
  return (
    <li className="account-item">
      <Icon name={isHandheld(session.client) ? 'phone' : 'system'} size={20} />
      <div>
        <div className="account-item-title" title={session.client}>
          {name}
          {session.current && <StatusDot tone="ok">{t('account.sessions.current')}</StatusDot>}
        </div>
        <div className="account-item-facts">
          <span>{session.address}</span>
          <span>{t('account.sessions.since', { time: format.dateTime(session.createdAt) })}</span>
          <span>
            {t('account.sessions.seen')} <TimeAgo at={session.lastSeenAt} />
          </span>
        </div>
      </div>
      {!session.current && (
        <Button disabled={pending} aria-label={t('account.sessions.endOf', { name })} onClick={onEnd}>
          {t('account.sessions.end')}
        </Button>
      )}
    </li>
  );
}

export function SessionsTab() {
  const { t } = useTranslation();
  const sessions = useCall(identityCalls.listSessions, {});
  const end = useCommand(identityCalls.endSession, {
    refresh: [identityCalls.listSessions],
    onDone: ({ ended }) => toast.success(t('account.sessions.ended', { count: ended })),
  });

  async function endOthers(): Promise<void> {
    const sure = await confirm({
      title: t('account.sessions.othersTitle'),
      text: t('account.sessions.othersText'),
      action: t('account.sessions.endOthers'),
      danger: true,
    });
    if (sure) end.start({});
  }

  const others = sessions.data?.some((session) => !session.current) ?? false;
  return (
    <SettingsCard
      title={t('account.sessions.title')}
      lead={t('account.sessions.lead')}
      action={
        others && (
          <Button danger loading={end.pending} onClick={() => void endOthers()}>
            {t('account.sessions.endOthers')}
          </Button>
        )
      }
    >
      {sessions.error && <FailedState error={sessions.error} retry={() => void sessions.refetch()} />}
      {sessions.isPending && (
        <div className="account-card-body">
          <Skeleton rows={3} height={40} />
        </div>
      )}
      {sessions.data && (
        <ul className="account-list">
          {sessions.data.map((session) => (
            <SessionRow
              key={session.sessionUUID}
              session={session}
              pending={end.pending}
              onEnd={() => end.start({ sessionUUID: session.sessionUUID })}
            />
          ))}
        </ul>
      )}
    </SettingsCard>
  );
}
