import type { Grant } from '@airloom/contract/permissions';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { MessageKey } from '../../../shared/i18n/i18n.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { Tabs } from '../../../shared/ui/layout/Tabs.tsx';
import { ApiKeysTab } from '../account/ApiKeysTab.tsx';
import { CloseTab } from '../account/CloseTab.tsx';
import { CompanyTab } from '../account/CompanyTab.tsx';
import { ProfileTab } from '../account/ProfileTab.tsx';
import { SecurityTab } from '../account/SecurityTab.tsx';
import { ServerTab } from '../account/ServerTab.tsx';
import { SessionsTab } from '../account/SessionsTab.tsx';
import { UsageTab } from '../account/UsageTab.tsx';
import '../account/account.css';

interface Tab {
  key: string;
  title: MessageKey;
  Content: ComponentType;
  /** The permission it needs. */
  needs?: Grant;
}

const PROFILE: Tab = { key: 'profile', title: 'account.tab.profile', Content: ProfileTab };
const SECURITY: Tab = { key: 'security', title: 'account.tab.security', Content: SecurityTab };

const TABS: readonly Tab[] = [
  PROFILE,
  SECURITY,
  { key: 'sessions', title: 'account.tab.sessions', Content: SessionsTab },
  { key: 'apikeys', title: 'account.tab.apiKeys', Content: ApiKeysTab },
  { key: 'company', title: 'account.tab.company', Content: CompanyTab },
  { key: 'usage', title: 'usage.tab', Content: UsageTab, needs: 'account_manage' },
  { key: 'server', title: 'account.tab.server', Content: ServerTab, needs: 'account_manage' },
  { key: 'close', title: 'account.tab.close', Content: CloseTab },
];

const NO_GRANTS: readonly Grant[] = [];

/** WeChat returns to this page, not to a tab of it. */
function tabOf(tabs: readonly Tab[], query: URLSearchParams): Tab {
  if (query.has('code') && query.has('state')) return SECURITY;
  return tabs.find((tab) => tab.key === query.get('tab')) ?? PROFILE;
}

export default function AccountSetPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const grants = useSession(({ currentRole }) => currentRole?.permissions ?? NO_GRANTS);
  const tabs = TABS.filter(({ needs }) => needs === undefined || grants.includes(needs));
  return (
    <div className="account-settings">
      <PageHeader title={t('nav.accountset')} />
      <Tabs
        label={t('nav.accountset')}
        activeKey={tabOf(tabs, query).key}
        onChange={(tab) => setQuery(tab === PROFILE.key ? {} : { tab }, { replace: true })}
        items={tabs.map(({ key, title, Content }) => ({ key, label: t(title), children: <Content /> }))}
      />
    </div>
  );
}
