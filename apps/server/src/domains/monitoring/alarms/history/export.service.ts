import { ALARM_COLUMNS } from '@airloom/contract/alarms/alarms.calls';
import type { Alarm, PastAlarm } from '@airloom/contract/alarms/alarms.model';
import type { ExportedTable, ExportFormat } from '@airloom/contract/export-call';
import type { Language } from '@airloom/contract/languages';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import type { Cell } from '../../../../platform/sheets/cell.ts';
import { exportTable } from '../../../../platform/sheets/export-table.ts';
import { translate } from '../../../../platform/text/text.ts';
import { type ActiveAlarmRow, type ClearedAlarmRow, readActive, readHistory } from '../alarms.repository.ts';
import type { ActiveFilters, AlarmFilters } from './alarm-filters.repository.ts';

type Column = (typeof ALARM_COLUMNS)[number];
type Ended = Pick<PastAlarm, 'clearedAt' | 'clearReason' | 'clearedBy' | 'clearNote'>;
type Exported = Omit<Alarm, 'alarmUUID'> & { readonly ended: Ended | null };

const CELLS: Readonly<Record<Column, (alarm: Exported, language: Language) => Cell>> = {
  level: ({ level }, language) => translate(language, `alarms.level.${level}`),
  type: ({ type }, language) => translate(language, `alarms.type.${type}`),
  content: (alarm, language) => contentOf(alarm, language),
  site: ({ siteName }) => siteName,
  device: ({ deviceName }) => deviceName,
  rule: (alarm, language) => ruleOf(alarm, language),
  consequences: ({ consequences }) => consequences,
  state: ({ state }, language) => translate(language, `alarms.state.${state}`),
  raisedAt: ({ raisedAt }) => raisedAt,
  confirmedAt: ({ confirmedAt }) => confirmedAt,
  confirmedBy: ({ confirmedBy }) => confirmedBy,
  confirmNote: ({ confirmNote }) => confirmNote,
  clearedAt: ({ ended }) => ended?.clearedAt ?? null,
  clearReason: ({ ended }, language) =>
    ended && translate(language, `alarms.clearReason.${ended.clearReason}`),
  clearedBy: ({ ended }) => ended?.clearedBy ?? null,
  clearNote: ({ ended }) => ended?.clearNote ?? null,
};

function ruleOf({ ruleName, shipped }: Exported, language: Language): string {
  return ruleName === '' && shipped !== null ? translate(language, `alarms.shipped.${shipped}`) : ruleName;
}

/** The exceeded value as a sentence. */
function contentOf({ type, part, value, threshold }: Exported, language: Language): string {
  const figure = Math.round(value ?? 0);
  return translate(language, `alarms.content.${type}`, {
    part,
    value: figure,
    count: figure,
    threshold: threshold ?? '',
  });
}

const ACTIVE_COLUMNS: readonly Column[] = ALARM_COLUMNS.slice(0, ALARM_COLUMNS.indexOf('clearedAt'));

function head(columns: readonly Column[], language: Language): string[] {
  return columns.map((column) => translate(language, `alarms.column.${column}`));
}

interface AsFile {
  readonly format: ExportFormat;
}

export function exportActive(
  platform: Platform,
  scope: Scope,
  language: Language,
  request: ActiveFilters & AsFile,
): Promise<ExportedTable> {
  return exportTable<ActiveAlarmRow>(platform, scope, {
    format: request.format,
    head: head(ACTIVE_COLUMNS, language),
    next: (tx, after, atMost) => readActive(tx, scope, request, after, atMost),
    cells: ({ alarm }) => ACTIVE_COLUMNS.map((column) => CELLS[column]({ ...alarm, ended: null }, language)),
  });
}

export function exportHistory(
  platform: Platform,
  scope: Scope,
  language: Language,
  request: AlarmFilters & AsFile,
): Promise<ExportedTable> {
  return exportTable<ClearedAlarmRow>(platform, scope, {
    format: request.format,
    head: head(ALARM_COLUMNS, language),
    next: (tx, after, atMost) => readHistory(tx, scope, request, after, atMost),
    cells: ({ alarm }) => ALARM_COLUMNS.map((column) => CELLS[column]({ ...alarm, ended: alarm }, language)),
  });
}
