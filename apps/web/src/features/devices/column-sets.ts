import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { EXPORT_COLUMNS } from '@airloom/contract/devices/devices.calls';

export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

/** Export columns of one screen column. */
const EXPORTED = { radios: ['channel', 'txPower'], ha: ['haMode', 'haStatus'] } as const;
type InParts = (typeof EXPORTED)[keyof typeof EXPORTED][number];

export type ColumnKey =
  | Exclude<ExportColumn, InParts>
  | 'radios'
  | 'ports'
  | 'powerWatts'
  | 'members'
  | 'ha'
  | 'temperature';

/** Columns of every list, in this sequence. */
const SHARED: readonly ColumnKey[] = [
  'name',
  'kind',
  'status',
  'configurationState',
  'tags',
  'ha',
  'members',
  'radios',
  'ports',
  'powerWatts',
  'clients',
  'model',
  'version',
  'mac',
  'ip',
  'siteName',
  'groupName',
  'uptimeSeconds',
  'sn',
  'managedBy',
  'position',
  'remark',
  'cpuPercent',
  'memoryPercent',
  'temperature',
  'onlineAt',
  'offlineAt',
  'firstOnlineAt',
  'lastReportAt',
  'upgradeStatus',
];

const USUAL: readonly ColumnKey[] = [
  'name',
  'status',
  'configurationState',
  'model',
  'version',
  'mac',
  'ip',
  'siteName',
  'uptimeSeconds',
];

/** Additional columns by kind. */
const ALSO: Readonly<Record<DeviceKind | 'all', readonly ColumnKey[]>> = {
  all: ['kind', 'clients'],
  ap: ['radios', 'clients'],
  ac: ['ha', 'members', 'clients'],
  gateway: ['members', 'clients', 'cpuPercent', 'memoryPercent'],
  switch: ['ports', 'powerWatts', 'position', 'cpuPercent'],
  controller: ['members', 'clients'],
  smart: ['radios', 'clients', 'managedBy'],
};

/** Columns that a kind never has. */
const NEVER: Readonly<Record<DeviceKind | 'all', readonly ColumnKey[]>> = {
  all: ['radios', 'ports', 'powerWatts', 'ha', 'members'],
  ap: ['kind', 'powerWatts', 'ha', 'members'],
  ac: ['kind', 'radios', 'powerWatts', 'managedBy'],
  gateway: ['kind', 'radios', 'powerWatts', 'ha', 'managedBy'],
  switch: ['kind', 'radios', 'ha', 'members'],
  controller: ['kind', 'radios', 'powerWatts', 'ha', 'managedBy'],
  smart: ['kind', 'ports', 'powerWatts', 'ha', 'members'],
};

export interface ColumnSet {
  key: ColumnKey;
  /** Shown by default. */
  usual: boolean;
}

interface Shown {
  /** The list of one site hides the site column by default. */
  oneSite: boolean;
  /** Tags are shown by default where there are any. */
  tagged: boolean;
}

export function columnSet(kind: DeviceKind | undefined, { oneSite, tagged }: Shown): ColumnSet[] {
  const list = kind ?? 'all';
  const usual = new Set([...USUAL, ...ALSO[list]]);
  if (oneSite) usual.delete('siteName');
  if (tagged) usual.add('tags');
  return SHARED.filter((key) => !NEVER[list].includes(key)).map((key) => ({ key, usual: usual.has(key) }));
}

/** Export columns for the columns on screen. */
export function exportColumns(shown: readonly string[]): ExportColumn[] {
  const parts = Object.entries(EXPORTED).flatMap(([key, columns]) => (shown.includes(key) ? columns : []));
  return EXPORT_COLUMNS.filter((column) => shown.includes(column) || parts.some((part) => part === column));
}
