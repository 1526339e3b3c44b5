import { telemetryCalls } from '@airloom/contract/telemetry/telemetry.calls';
import {
  DETAIL_NAMES,
  DETAIL_WORDS,
  DEVICE_LOG_TYPES,
  type DeviceLogRow,
  deviceLogType,
  SEVERITIES,
  severity as severityName,
} from '@airloom/contract/telemetry/telemetry.model';
import { useTranslation } from 'react-i18next';
import { useCall, useCommand } from '../api/use-call.ts';
import { devicePage } from '../devices/device-page.ts';
import { useKindNames } from '../devices/use-kind-names.ts';
import { usePlace } from '../session/use-place.ts';
import { CellLink } from '../table/CellLink.tsx';
import { Clipped } from '../table/Clipped.tsx';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { useTable } from '../table/use-table.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { StatusDot, type Tone } from '../ui/StatusDot.tsx';
import { saveFrom } from '../ui/save-file.ts';
import { DateTime } from '../ui/Times.tsx';
import { ChoiceFilter, ExportMenu, LinkedFilter, TimeFilter } from './LogFilters.tsx';
import { momentIn } from './local-time.ts';
import { detailsOf } from './log-details.ts';

type Severity = DeviceLogRow['severity'];

const SEVERITY_TONES: Readonly<Record<Severity, Tone>> = {
  emergency: 'error',
  alert: 'error',
  critical: 'error',
  error: 'error',
  warning: 'warn',
  notice: 'processing',
  info: 'ok',
  debug: 'offline',
};

const FILTERS = ['deviceUUID', 'type', 'severity', 'from', 'to'] as const;

/** Details with translated values. */
const WORDED: ReadonlySet<string> = new Set(['cause', 'phase', 'state', 'reason']);

/** Known names and values are translated, everything else is shown as sent by the device. */
function Details({ details }: { details: DeviceLogRow['details'] }) {
  const { t } = useTranslation();
  return (
    <span className="logs-details">
      {detailsOf(details).map(({ name, value }) => {
        const label = DETAIL_NAMES.find((known) => known === name);
        const word = WORDED.has(name) ? DETAIL_WORDS.find((known) => known === value) : undefined;
        return (
          <span key={name}>
            {label && `${t(`telemetry.detail.${label}`)}: `}
            {word ? t(`telemetry.word.${word}`) : value}
          </span>
        );
      })}
    </span>
  );
}

function useColumns(whole: boolean): readonly Column<DeviceLogRow>[] {
  const { t } = useTranslation();
  const kinds = useKindNames();
  const ofDevices: readonly Column<DeviceLogRow>[] = [
    {
      key: 'device',
      title: 'telemetry.column.device',
      render: ({ deviceUUID, deviceKind: kind, deviceName }) => (
        <CellLink to={devicePage({ deviceUUID, kind })}>{deviceName}</CellLink>
      ),
    },
    {
      key: 'kind',
      title: 'telemetry.column.kind',
      render: (row) => <Clipped text={kinds[row.deviceKind]} />,
    },
    { key: 'site', title: 'telemetry.column.site', render: (row) => <Clipped text={row.siteName} /> },
  ];
  return [
    {
      key: 'at',
      title: 'telemetry.column.at',
      sort: 'at',
      render: (row) => <DateTime at={row.at} />,
    },
    ...(whole ? ofDevices : []),
    { key: 'type', title: 'telemetry.column.type', render: (row) => t(`telemetry.type.${row.type}`) },
    {
      key: 'severity',
      status: true,
      title: 'telemetry.column.severity',
      render: (row) => (
        <StatusDot tone={SEVERITY_TONES[row.severity]}>{t(`telemetry.severity.${row.severity}`)}</StatusDot>
      ),
    },
    { key: 'details', title: 'telemetry.column.details', render: (row) => <Details details={row.details} /> },
  ];
}

/** What happened to all devices, or to the one whose page it is on. */
export function DeviceLog({ deviceUUID }: { deviceUUID?: string }) {
  const { t } = useTranslation();
  const whole = deviceUUID === undefined;
  const place = usePlace();
  const table = useTable({ filters: FILTERS, prefix: whole ? '' : 'events.' });
  const filters = {
    deviceUUID: deviceUUID ?? table.filter('deviceUUID'),
    ...(whole ? place : {}),
    type: deviceLogType.safeParse(table.filter('type')).data,
    severity: severityName.safeParse(table.filter('severity')).data,
    from: momentIn(table.filter('from')),
    to: momentIn(table.filter('to')),
  };
  const query = useCall(telemetryCalls.listDeviceLog, { ...table.input, ...filters }, { keepPrevious: true });
  const exporting = useCommand(telemetryCalls.exportDeviceLog, {
    onDone: ({ url }, { format }) => saveFrom(url, `device-log.${format}`),
  });
  return (
    <DataTable
      name={whole ? 'deviceLog' : 'deviceEvents'}
      label={t('logs.device')}
      table={table}
      query={query}
      columns={useColumns(whole)}
      rowKey={(row) => row.logUUID}
      filters={
        <>
          {whole && <LinkedFilter table={table} name="deviceUUID" label={t('logs.oneDevice')} />}
          <ChoiceFilter
            table={table}
            name="type"
            label={t('telemetry.column.type')}
            any={t('logs.anyType')}
            choices={DEVICE_LOG_TYPES.map((value) => ({ value, label: t(`telemetry.type.${value}`) }))}
          />
          <ChoiceFilter
            table={table}
            name="severity"
            label={t('logs.severity')}
            any={t('logs.anySeverity')}
            choices={SEVERITIES.map((value) => ({
              value,
              label: t('logs.orWorse', { severity: t(`telemetry.severity.${value}`) }),
            }))}
          />
          <TimeFilter table={table} />
          <ExportMenu
            pending={exporting.pending}
            choose={(format) => exporting.start({ ...filters, search: table.search, format })}
          />
        </>
      }
      empty={<EmptyState icon="log" title={t('logs.empty')} text={t('logs.deviceEmpty')} />}
    />
  );
}
