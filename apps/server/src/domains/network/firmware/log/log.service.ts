import type { ExportedTable, ExportFormat } from '@airloom/contract/export-call';
import { UPGRADE_LOG_COLUMNS } from '@airloom/contract/firmware/firmware.calls';
import type { Language } from '@airloom/contract/languages';
import type { PageRequest } from '../../../../platform/database/paging.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import type { Cell } from '../../../../platform/sheets/cell.ts';
import { exportTable } from '../../../../platform/sheets/export-table.ts';
import { translate } from '../../../../platform/text/text.ts';
import { type LogFilters, type LogPosition, listUpgrades, someUpgrades } from './log.repository.ts';

export function listLog({ database }: Platform, scope: Scope, request: LogFilters & PageRequest) {
  return database.withTenant(scope, (tx) => listUpgrades(tx, scope, request));
}

type Column = (typeof UPGRADE_LOG_COLUMNS)[number];

const CELLS: Readonly<Record<Column, (row: LogPosition['upgrade'], language: Language) => Cell>> = {
  device: (row) => row.device.name,
  kind: (row, language) => translate(language, `devices.kind.${row.device.kind}`),
  site: (row) => row.siteName,
  campaign: (row) => row.campaignName,
  wave: (row) => (row.campaignUUID === null ? null : row.wave),
  state: (row, language) => translate(language, `firmware.state.${row.state}`),
  fromVersion: (row) => row.fromVersion,
  toVersion: (row) => row.toVersion,
  attempts: (row) => row.attempts,
  startedAt: (row) => row.startedAt,
  endedAt: (row) => row.endedAt,
  reason: (row, language) =>
    row.reason === null ? null : translate(language, `firmware.reason.${row.reason}`),
  text: (row) => row.text,
};

export function exportLog(
  platform: Platform,
  scope: Scope,
  language: Language,
  request: LogFilters & { readonly format: ExportFormat },
): Promise<ExportedTable> {
  return exportTable<LogPosition>(platform, scope, {
    format: request.format,
    head: UPGRADE_LOG_COLUMNS.map((column) => translate(language, `firmware.column.${column}`)),
    search: { table: 'upgrade', text: request.search },
    next: (tx, after, atMost, rare) => someUpgrades(tx, scope, { ...request, rare }, after, atMost),
    cells: ({ upgrade }) => UPGRADE_LOG_COLUMNS.map((column) => CELLS[column](upgrade, language)),
  });
}
