import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import { ALARM_RULE_LIMITS } from '@airloom/contract/alarms/alarms.limits';
import type { MonitoredTerminal } from '@airloom/contract/alarms/alarms.model';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import { useSeesWholeAccount } from '../../../shared/session/account-reach.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { CellLink } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import { TerminalLink } from '../../../shared/terminals/TerminalLink.tsx';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import '../components/alarms.css';
import { ManyClients, OneClient } from '../components/ClientForms.tsx';

/** Client presence changes with reports, about once a minute. */
const READ_AGAIN_MS = 30_000;

function useColumns(): readonly Column<MonitoredTerminal>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'mac',
      title: 'alarms.page.terminal.mac',
      sort: 'mac',
      render: ({ mac, changedAt }) =>
        changedAt === null ? (
          <code>{mac}</code>
        ) : (
          <TerminalLink mac={mac}>
            <code>{mac}</code>
          </TerminalLink>
        ),
    },
    {
      key: 'name',
      title: 'alarms.page.terminal.name',
      sort: 'name',
      render: (row) => <Clipped text={row.name} />,
    },
    {
      key: 'online',
      title: 'alarms.page.terminal.here',
      render: (row) => (
        <StatusDot tone={row.online ? 'ok' : 'offline'}>
          {row.online ? t('alarms.page.terminal.online') : t('alarms.page.terminal.offline')}
        </StatusDot>
      ),
    },
    {
      key: 'device',
      title: 'alarms.column.device',
      render: ({ device }) => device && <CellLink to={devicePage(device)}>{device.name}</CellLink>,
    },
    { key: 'site', title: 'alarms.column.site', render: (row) => <Clipped text={row.siteName} /> },
    {
      key: 'changedAt',
      title: 'alarms.page.terminal.changedAt',
      sort: 'changedAt',
      render: (row) =>
        row.changedAt === null ? t('alarms.page.terminal.never') : <TimeAgo at={row.changedAt} />,
    },
  ];
}

function useRemoval(): (terminals: readonly MonitoredTerminal[], done?: () => void) => Action[] {
  const { t } = useTranslation();
  const removing = useCommand(alarmCalls.deleteAlarmMacs, { refresh: [alarmCalls.queryAlarmMacs] });
  const maximum = ALARM_RULE_LIMITS.selectionMax;

  async function remove(terminals: readonly MonitoredTerminal[], done?: () => void): Promise<void> {
    const sure = await confirm({
      title: t('alarms.page.terminal.removeTitle', { count: terminals.length }),
      text: t('alarms.page.terminal.removeText'),
      action: t('alarms.page.terminal.remove'),
      danger: true,
    });
    if (!sure) return;
    const { deleted } = await removing.run({
      terminalUUIDs: terminals.map(({ terminalUUID }) => terminalUUID),
    });
    done?.();
    toast.success(t('alarms.page.terminal.removed', { count: deleted }));
  }

  return (terminals, done) => [
    {
      id: 'unwatch',
      label: t('alarms.page.terminal.remove'),
      icon: 'delete',
      danger: true,
      needs: 'alarm_mac:operate',
      blocked: terminals.length > maximum ? t('alarms.page.tooMany', { maximum }) : undefined,
      run: () => void ignoreCallFailure(remove(terminals, done)),
    },
  ];
}

/** Monitored clients. */
export default function MonitoringUsersPage() {
  const { t } = useTranslation();
  const seesAll = useSeesWholeAccount();
  const operates = useHolds('alarm_mac:operate') && seesAll;
  const [way, setWay] = useAddressValue('add');
  const removalOf = useRemoval();
  const columns = useColumns();
  const table = useTable();
  const query = useCall(alarmCalls.queryAlarmMacs, table.input, {
    keepPrevious: true,
    every: READ_AGAIN_MS,
  });
  const add: Action = {
    id: 'watchTerminal',
    label: t('alarms.page.terminal.add'),
    icon: 'plus',
    primary: true,
    needs: 'alarm_mac:operate',
    run: () => setWay('one'),
  };
  const paste: Action = {
    id: 'pasteTerminals',
    label: t('alarms.page.terminal.paste'),
    icon: 'add',
    needs: 'alarm_mac:operate',
    run: () => setWay('list'),
  };
  return (
    <>
      <PageHeader
        title={t('nav.monitoringUsers')}
        lead={t(seesAll ? 'alarms.page.terminal.lead' : 'alarms.page.terminal.leadOfSites')}
        actions={operates ? [paste, add] : []}
      />
      <DataTable
        name="alarmTerminals"
        label={t('nav.monitoringUsers')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.terminalUUID}
        rowName={(row) => row.name || row.mac}
        rowActions={(row) => (operates ? removalOf([row]) : [])}
        bulkActions={operates ? removalOf : undefined}
        empty={
          <EmptyState
            icon="people"
            title={t('alarms.page.terminal.empty')}
            text={t(seesAll ? 'alarms.page.terminal.emptyText' : 'alarms.page.terminal.emptyOfSites')}
            action={operates ? add : undefined}
          />
        }
      />
      {operates && way === 'one' && <OneClient onClose={() => setWay(null)} />}
      {operates && way === 'list' && <ManyClients onClose={() => setWay(null)} />}
    </>
  );
}
