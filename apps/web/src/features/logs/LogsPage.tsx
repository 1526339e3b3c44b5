import { useTranslation } from 'react-i18next';
import { DeviceLog } from '../../shared/logs/DeviceLog.tsx';
import { useSeesDevices } from '../../shared/session/seen-kinds.ts';
import { useHolds } from '../../shared/session/session-store.ts';
import { Denied } from '../../shared/ui/feedback/Denied.tsx';
import { AddressTabs } from '../../shared/ui/layout/AddressTabs.tsx';
import { PageHeader } from '../../shared/ui/layout/PageHeader.tsx';
import type { Tab } from '../../shared/ui/layout/Tabs.tsx';
import { OperationsTab } from './tabs/OperationsTab.tsx';
import { TerminalsTab } from './tabs/TerminalsTab.tsx';
import { UpgradesTab } from './tabs/UpgradesTab.tsx';

export default function LogsPage() {
  const { t } = useTranslation();
  const seesOperations = useHolds('operation_log');
  const seesDevices = useSeesDevices();
  const tabs: readonly Tab[] = [
    ...(seesOperations
      ? [{ key: 'operation', label: t('logs.operation'), children: <OperationsTab /> }]
      : []),
    ...(seesDevices
      ? [
          { key: 'device', label: t('logs.device'), children: <DeviceLog /> },
          { key: 'upgrade', label: t('logs.upgrade'), children: <UpgradesTab /> },
          { key: 'terminal', label: t('logs.terminal'), children: <TerminalsTab /> },
        ]
      : []),
  ];
  if (tabs.length === 0) return <Denied missing="all_device" />;
  return (
    <>
      <PageHeader title={t('nav.alarmLogs')} lead={t('logs.lead')} />
      <AddressTabs label={t('nav.alarmLogs')} items={tabs} />
    </>
  );
}
