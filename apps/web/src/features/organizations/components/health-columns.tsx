import type { OrganizationHealthRow, SiteHealthRow } from '@airloom/contract/statistics/statistics.model';
import {
  AlarmsCell,
  CountCell,
  DevicesCell,
  StateCell,
  TrafficCell,
} from '../../../shared/health/HealthCells.tsx';
import { withScope } from '../../../shared/session/scope-address.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import type { Column } from '../../../shared/table/DataTable.tsx';

type HealthRow = SiteHealthRow | OrganizationHealthRow;

/** Columns of figures; each links to its list for the site or organization. */
export function useHealthColumns<Row extends HealthRow>(idOf: (row: Row) => string) {
  const opensDevices = useHolds('device_manage');
  const listsDevices = useHolds('all_device') && opensDevices;
  const opensClients = useHolds('authuserOnline_view');
  const opensAlarms = useHolds('current_alarm');
  const to = (isAllowed: boolean, path: string, row: Row) =>
    isAllowed ? withScope(path, idOf(row)) : undefined;
  const state: Column<Row> = {
    key: 'status',
    status: true,
    title: 'health.column.status',
    sort: 'status',
    highestFirst: true,
    render: (row) => <StateCell figures={row} />,
  };
  const figures: readonly Column<Row>[] = [
    {
      key: 'devices',
      title: 'health.column.devices',
      sort: 'offline',
      highestFirst: true,
      render: (row) => <DevicesCell figures={row} to={to(listsDevices, '/device/all', row)} />,
    },
    {
      key: 'clients',
      title: 'health.column.clients',
      sort: 'clients',
      highestFirst: true,
      align: 'end',
      render: (row) => <CountCell count={row.clients} to={to(opensClients, '/monitor/onlineUser', row)} />,
    },
    {
      key: 'alarms',
      title: 'health.column.alarms',
      sort: 'alarms',
      highestFirst: true,
      render: (row) => <AlarmsCell figures={row} to={to(opensAlarms, '/alarm/list', row)} />,
    },
    {
      key: 'outdated',
      title: 'health.column.outdated',
      sort: 'outdated',
      highestFirst: true,
      align: 'end',
      render: (row) => <CountCell count={row.outdated} to={to(opensDevices, '/device/firmware', row)} />,
    },
    {
      key: 'traffic',
      title: 'health.column.traffic',
      sort: 'traffic',
      highestFirst: true,
      render: (row) => <TrafficCell traffic={row} />,
    },
  ];
  return { state, figures };
}
