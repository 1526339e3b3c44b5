import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { AddressTabs } from '../../../shared/ui/layout/AddressTabs.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import '../components/alarms.css';
import { MaintenanceTab } from '../components/MaintenanceTab.tsx';
import { RulesTab } from '../components/RulesTab.tsx';

/** The open form is part of the address: `?new=rule`, `?new=maintenance`. */
export default function AlarmSettingPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const [making, make] = useAddressValue('new');
  const maintained = query.get('tab') === 'maintenance';

  const create: Action = {
    id: 'newAlarmRule',
    label: t('alarms.page.rule.new'),
    icon: 'plus',
    primary: !maintained,
    needs: 'alarm_rule:operate',
    run: () => (maintained ? setQuery({ new: 'rule' }, { replace: true }) : make('rule')),
  };
  const plan: Action = {
    id: 'planMaintenance',
    label: t('alarms.page.maintenance.plan'),
    icon: 'maintenance',
    primary: maintained,
    needs: 'alarm_rule:operate',
    run: () =>
      maintained
        ? make('maintenance')
        : setQuery({ tab: 'maintenance', new: 'maintenance' }, { replace: true }),
  };

  return (
    <>
      <PageHeader
        title={t('nav.alarmSetting')}
        lead={t('alarms.page.rule.lead')}
        actions={maintained ? [create, plan] : [plan, create]}
      />
      <AddressTabs
        label={t('nav.alarmSetting')}
        items={[
          {
            key: 'rules',
            label: t('alarms.page.tab.rules'),
            children: <RulesTab create={create} making={{ on: making === 'rule', end: () => make(null) }} />,
          },
          {
            key: 'maintenance',
            label: t('alarms.page.tab.maintenance'),
            children: (
              <MaintenanceTab plan={plan} making={{ on: making === 'maintenance', end: () => make(null) }} />
            ),
          },
        ]}
      />
    </>
  );
}
