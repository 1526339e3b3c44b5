import { terminalCalls } from '@airloom/contract/clients/clients.calls';
import type { TerminalSession } from '@airloom/contract/clients/clients.model';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { useTranslation } from 'react-i18next';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { ExportMenu, LinkedFilter, TimeFilter } from '../../../shared/logs/LogFilters.tsx';
import { momentIn } from '../../../shared/logs/local-time.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import { CellLink } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import { TerminalLink } from '../../../shared/terminals/TerminalLink.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { saveFrom } from '../../../shared/ui/save-file.ts';
import { DateTime } from '../../../shared/ui/Times.tsx';

const FILTERS = ['mac', 'visitUUID', 'ssid', 'deviceUUID', 'from', 'to'] as const;

function useColumns(): readonly Column<TerminalSession>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const units = useUnits();
  const kinds = useKindNames();
  return [
    {
      key: 'mac',
      title: 'terminals.column.mac',
      render: (row) => (
        <TerminalLink mac={row.mac}>
          <code>{displayMac(row.mac)}</code>
        </TerminalLink>
      ),
    },
    { key: 'hostname', title: 'terminals.column.hostname', render: (row) => <Clipped text={row.hostname} /> },
    { key: 'ip', title: 'terminals.column.ip', render: (row) => row.ip && <code>{row.ip}</code> },
    {
      key: 'device',
      title: 'terminals.column.device',
      render: ({ deviceUUID, deviceKind: kind, deviceName }) => (
        <CellLink to={devicePage({ deviceUUID, kind })}>{deviceName}</CellLink>
      ),
    },
    {
      key: 'kind',
      title: 'terminals.column.kind',
      render: (row) => <Clipped text={kinds[row.deviceKind]} />,
    },
    { key: 'site', title: 'terminals.column.site', render: (row) => <Clipped text={row.siteName} /> },
    {
      key: 'where',
      title: 'logs.where',
      render: (row) =>
        row.band === null ? row.port : <Clipped text={`${row.ssid} · ${row.band} ${row.channel ?? ''}`} />,
    },
    {
      key: 'visit',
      title: 'terminals.column.visit',
      render: ({ mac, visitUUID, visitSessions }) =>
        visitSessions > 1 && (
          <CellLink to={`/alarm/logs?tab=terminal&mac=${encodeURIComponent(mac)}&visitUUID=${visitUUID}`}>
            {t('logs.roamed', { count: visitSessions })}
          </CellLink>
        ),
    },
    {
      key: 'startedAt',
      title: 'terminals.column.startedAt',
      sort: 'startedAt',
      render: (row) => <DateTime at={row.startedAt} />,
    },
    {
      key: 'endedAt',
      title: 'terminals.column.endedAt',
      render: (row) =>
        row.endedAt === null ? (
          <StatusDot tone="ok">{t('logs.stillThere')}</StatusDot>
        ) : (
          <DateTime at={row.endedAt} />
        ),
    },
    {
      key: 'endReason',
      title: 'terminals.column.endReason',
      extra: true,
      render: (row) => row.endReason && t(`terminals.endReason.${row.endReason}`),
    },
    {
      key: 'duration',
      title: 'logs.duration',
      align: 'end',
      render: (row) => format.duration(row.durationSeconds),
    },
    { key: 'down', title: 'logs.down', align: 'end', render: (row) => units.bytes(row.downBytes) },
    { key: 'up', title: 'logs.up', align: 'end', render: (row) => units.bytes(row.upBytes) },
    {
      key: 'signal',
      title: 'logs.signal',
      align: 'end',
      render: (row) => row.signalAverage !== null && units.dbm(row.signalAverage),
    },
    {
      key: 'signalWorst',
      title: 'logs.signalWorst',
      align: 'end',
      extra: true,
      render: (row) => row.signalWorst !== null && units.dbm(row.signalWorst),
    },
  ];
}

/** Client sessions by access point and time. */
export function TerminalsTab() {
  const { t } = useTranslation();
  const columns = useColumns();
  const table = useTable({ filters: FILTERS });
  const place = usePlace();
  const filters = {
    mac: table.filter('mac'),
    visitUUID: table.filter('visitUUID'),
    ssid: table.filter('ssid'),
    deviceUUID: table.filter('deviceUUID'),
    ...place,
    from: momentIn(table.filter('from')),
    to: momentIn(table.filter('to')),
  };
  const query = useCall(
    terminalCalls.listTerminalLog,
    { ...table.input, ...filters },
    { keepPrevious: true },
  );
  const exporting = useCommand(terminalCalls.exportTerminalLog, {
    onDone: ({ url }, { format }) => saveFrom(url, `terminal-log.${format}`),
  });
  return (
    <DataTable
      name="terminalLog"
      label={t('logs.terminal')}
      table={table}
      query={query}
      columns={columns}
      rowKey={(row) => row.sessionUUID}
      filters={
        <>
          <LinkedFilter table={table} name="mac" label={displayMac(table.filter('mac') ?? '')} />
          <LinkedFilter table={table} name="visitUUID" label={t('logs.oneVisit')} />
          <LinkedFilter table={table} name="ssid" label={table.filter('ssid') ?? ''} />
          <LinkedFilter table={table} name="deviceUUID" label={t('logs.oneDevice')} />
          <TimeFilter table={table} />
          <ExportMenu
            pending={exporting.pending}
            choose={(format) => exporting.start({ ...filters, search: table.search, format })}
          />
        </>
      }
      empty={<EmptyState icon="people" title={t('logs.empty')} text={t('logs.terminalEmpty')} />}
    />
  );
}
