import { deviceCalls, EXPORT_COLUMNS, exportLayout } from '@airloom/contract/devices/devices.calls';
import { Checkbox, Radio } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useCommand } from '../../../../shared/api/use-call.ts';
import { type Control, useSchemaForm } from '../../../../shared/form/use-schema-form.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../../shared/ui/layout/FormDrawer.tsx';
import { saveFrom } from '../../../../shared/ui/save-file.ts';
import { type ExportColumn, exportColumns } from '../../column-sets.ts';
import type { DeviceFilterInput } from '../../device-filters.ts';

const FORMATS = ['xlsx', 'csv'] as const;
type Format = z.output<typeof exportLayout>['format'];

interface ExportDrawerProps {
  /** The filtered list, or selected devices. */
  which: (DeviceFilterInput & { search: string }) | { deviceUUIDs: string[] };
  total: number;
  /** Preselected columns: those on screen. */
  columns: readonly string[];
  onClose(): void;
}

function useColumnNames(): Readonly<Record<ExportColumn, string>> {
  const { t } = useTranslation();
  return {
    name: t('devices.column.name'),
    kind: t('devices.column.kind'),
    status: t('devices.column.status'),
    sn: t('devices.column.sn'),
    mac: t('devices.column.mac'),
    ip: t('devices.column.ip'),
    model: t('devices.column.model'),
    version: t('devices.column.version'),
    siteName: t('devices.column.siteName'),
    groupName: t('devices.column.groupName'),
    tags: t('devices.column.tags'),
    position: t('devices.column.position'),
    remark: t('devices.column.remark'),
    clients: t('devices.column.clients'),
    cpuPercent: t('devices.column.cpuPercent'),
    memoryPercent: t('devices.column.memoryPercent'),
    uptimeSeconds: t('devices.column.uptimeSeconds'),
    firstOnlineAt: t('devices.column.firstOnlineAt'),
    onlineAt: t('devices.column.onlineAt'),
    offlineAt: t('devices.column.offlineAt'),
    lastReportAt: t('devices.column.lastReportAt'),
    upgradeStatus: t('devices.column.upgradeStatus'),
    configurationState: t('devices.column.configurationState'),
    managedBy: t('devices.column.managedBy'),
    channel: t('devices.column.channel'),
    txPower: t('devices.column.txPower'),
    haMode: t('devices.column.haMode'),
    haStatus: t('devices.column.haStatus'),
  };
}

function formatInput(control: Control<Format>): ReactNode {
  return (
    <Radio.Group
      name={control.name}
      value={control.value}
      onChange={(event) => control.onChange(event.target.value === 'csv' ? 'csv' : 'xlsx')}
      options={FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
    />
  );
}

function columnsInput(names: Readonly<Record<ExportColumn, string>>) {
  return function ColumnsControl(control: Control<ExportColumn[] | undefined>): ReactNode {
    return (
      <Checkbox.Group
        className="devices-columns"
        value={control.value ?? []}
        onChange={(chosen) => control.onChange(EXPORT_COLUMNS.filter((column) => chosen.includes(column)))}
        options={EXPORT_COLUMNS.map((value) => ({ value, label: names[value] }))}
      />
    );
  };
}

export default function ExportDrawer({ which, total, columns, onClose }: ExportDrawerProps) {
  const { t } = useTranslation();
  const names = useColumnNames();
  const make = useCommand(deviceCalls.exportDevices);
  const form = useSchemaForm({
    schema: exportLayout,
    initial: { format: 'xlsx', columns: exportColumns(columns) },
    async submit(values) {
      const { url, rows } = await make.run({ ...which, ...values });
      saveFrom(url, `airloom-devices.${values.format}`);
      toast.success(t('devices-pages.export.done', { count: rows }));
    },
  });
  return (
    <FormDrawer
      open
      title={t('devices-pages.export.title', { count: total })}
      action={t('devices-pages.export.action')}
      form={form}
      fields={[
        { name: 'format', label: 'devices-pages.export.format', group: true, input: formatInput },
        { name: 'columns', label: 'ui.table.columns', group: true, input: columnsInput(names) },
      ]}
      onClose={onClose}
    />
  );
}
