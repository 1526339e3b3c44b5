import { identityCalls } from '@airloom/contract/identity/identity.calls';
import type { ApiKeyItem } from '@airloom/contract/identity/identity.model';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useQuota } from '../../../shared/session/use-quota.ts';
import { ActionButton } from '../../../shared/ui/actions/ActionButton.tsx';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { ApiKeyDrawer } from './ApiKeyDrawer.tsx';
import { ApiKeySecret } from './ApiKeySecret.tsx';
import { SettingsCard } from './SettingsCard.tsx';

interface ApiKeyRowProps {
  apiKey: ApiKeyItem;
  now: number;
  pending: boolean;
  onRevoke(): void;
}

function ApiKeyRow({ apiKey, now, pending, onRevoke }: ApiKeyRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, expiresAt, lastUsedAt } = apiKey;
  const expired = expiresAt !== null && Date.parse(expiresAt) < now;
  return (
    <li className="account-item">
      <Icon name="key" size={20} />
      <div>
        <div className="account-item-title">
          {name}
          <code>{`${apiKey.prefix}…`}</code>
          {expired && <StatusDot tone="error">{t('account.apiKeys.expired')}</StatusDot>}
        </div>
        <div className="account-item-facts">
          <span>{t('account.apiKeys.grantCount', { count: apiKey.grants.length })}</span>
          <span>{t('account.apiKeys.created', { date: format.date(apiKey.createdAt) })}</span>
          <span>
            {expiresAt === null
              ? t('account.apiKeys.never')
              : t('account.apiKeys.until', { date: format.date(expiresAt) })}
          </span>
          {apiKey.endsWithPassword && <span>{t('account.apiKeys.withPassword')}</span>}
          <span>
            {lastUsedAt === null ? (
              t('account.apiKeys.unused')
            ) : (
              <>
                {t('account.apiKeys.lastUsed')} <TimeAgo at={lastUsedAt} />
              </>
            )}
          </span>
        </div>
      </div>
      <Button
        danger
        disabled={pending}
        aria-label={t('account.apiKeys.revokeOf', { name })}
        onClick={onRevoke}
      >
        {t('account.apiKeys.revoke')}
      </Button>
    </li>
  );
}

export function ApiKeysTab() {
  const { t } = useTranslation();
  const keys = useCall(identityCalls.listApiKeys, {});
  const [now] = useState(() => Date.now());
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);
  const revoke = useCommand(identityCalls.revokeApiKey, {
    refresh: [identityCalls.listApiKeys],
    onDone: () => toast.success(t('account.apiKeys.revoked')),
  });

  async function askRevoke({ apiKeyUUID, name }: ApiKeyItem): Promise<void> {
    const sure = await confirm({
      title: t('account.apiKeys.revokeTitle', { name }),
      text: t('account.apiKeys.revokeText'),
      action: t('account.apiKeys.revoke'),
      danger: true,
    });
    if (sure) revoke.start({ apiKeyUUID });
  }

  const maximum = useQuota('apiKeys');
  const full = (keys.data?.length ?? 0) >= maximum;
  const create: Action = {
    id: 'createApiKey',
    label: t('account.apiKeys.create'),
    icon: 'plus',
    primary: true,
    blocked: full ? t('account.apiKeys.full', { maximum }) : undefined,
    run: () => setCreating(true),
  };
  return (
    <SettingsCard
      title={t('account.apiKeys.title')}
      lead={t('account.apiKeys.lead')}
      action={keys.data && keys.data.length > 0 && <ActionButton action={create} />}
    >
      {keys.error && <FailedState error={keys.error} retry={() => void keys.refetch()} />}
      {keys.isPending && (
        <div className="account-card-body">
          <Skeleton rows={3} height={40} />
        </div>
      )}
      {keys.data?.length === 0 && (
        <EmptyState
          icon="key"
          title={t('account.apiKeys.empty')}
          text={t('account.apiKeys.emptyText')}
          action={create}
        />
      )}
      {keys.data && keys.data.length > 0 && (
        <ul className="account-list">
          {keys.data.map((apiKey) => (
            <ApiKeyRow
              key={apiKey.apiKeyUUID}
              apiKey={apiKey}
              now={now}
              pending={revoke.pending}
              onRevoke={() => void askRevoke(apiKey)}
            />
          ))}
        </ul>
      )}
      {creating && <ApiKeyDrawer onClose={() => setCreating(false)} onMade={setMade} />}
      {made && <ApiKeySecret {...made} onDone={() => setMade(null)} />}
    </SettingsCard>
  );
}
