import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { DeviceLog } from '../../shared/logs/DeviceLog.tsx';
import { useHolds } from '../../shared/session/session-store.ts';
import { PageHeader } from '../../shared/ui/PageHeader.tsx';
import { Tabs } from '../../shared/ui/Tabs.tsx';
import { OperationsTab } from './tabs/OperationsTab.tsx';
import { TerminalsTab } from './tabs/TerminalsTab.tsx';
import { UpgradesTab } from './tabs/UpgradesTab.tsx';

interface LogTab {
  key: string;
  label: string;
  children: ReactNode;
}

export default function LogsPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const seesOperations = useHolds('operation_log');
  const tabs: readonly LogTab[] = [
    ...(seesOperations
      ? [{ key: 'operation', label: t('logs.operation'), children: <OperationsTab /> }]
      : []),
    { key: 'device', label: t('logs.device'), children: <DeviceLog /> },
    { key: 'upgrade', label: t('logs.upgrade'), children: <UpgradesTab /> },
    { key: 'terminal', label: t('logs.terminal'), children: <TerminalsTab /> },
  ];
  const asked = query.get('tab');
  const active = tabs.find(({ key }) => key === asked) ?? tabs[0];
  return (
    <>
      <PageHeader title={t('nav.alarmLogs')} lead={t('logs.lead')} />
      <Tabs
        label={t('nav.alarmLogs')}
        activeKey={active?.key ?? ''}
        onChange={(tab) => setQuery({ tab }, { replace: true })}
        items={tabs}
      />
    </>
  );
}
