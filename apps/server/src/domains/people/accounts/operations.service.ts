import type { OperationLogRow } from '@airloom/contract/accounts/accounts.model';
import type { ExportedTable, ExportFormat } from '@airloom/contract/export-call';
import type { Language } from '@airloom/contract/languages';
import type { Page } from '@airloom/contract/paging';
import type { PageRequest } from '../../../platform/database/paging.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { Cell } from '../../../platform/sheets/cell.ts';
import { exportTable } from '../../../platform/sheets/export-table.ts';
import { type Translate, translatorFor } from '../../../platform/text/text.ts';
import * as repository from './operations.repository.ts';

export function listOperations(
  { database }: Platform,
  scope: Scope,
  request: repository.OperationFilters & PageRequest,
): Promise<Page<OperationLogRow>> {
  return database.withTenant(scope, (tx) => repository.listOperations(tx, scope, request));
}

/** The columns of an exported log, in this order. */
const COLUMNS: readonly (readonly [
  title: string,
  cell: (row: OperationLogRow, translate: Translate) => Cell,
])[] = [
  ['logs.at', (row) => row.at],
  ['logs.person', (row) => row.userName],
  ['logs.call', (row, translate) => nameOf(row.call, translate)],
  ['logs.target', (row) => row.target],
  ['logs.address', (row) => row.address],
  ['logs.before', (row) => written(row.before)],
  ['logs.after', (row) => written(row.after)],
];

/** Operations unknown to this version keep their stored name. */
function nameOf(call: string, translate: Translate): string {
  const key = `operations.${call}`;
  const name = translate(key);
  return name === key ? call : name;
}

function written(value: OperationLogRow['before']): string | null {
  return value === null ? null : JSON.stringify(value);
}

export function exportOperations(
  platform: Platform,
  scope: Scope,
  language: Language,
  request: repository.OperationFilters & { readonly format: ExportFormat },
): Promise<ExportedTable> {
  const translate = translatorFor(language);
  return exportTable<repository.ShownOperation>(platform, scope, {
    format: request.format,
    head: COLUMNS.map(([title]) => translate(title)),
    search: { table: 'operation_log', text: request.search },
    next: (tx, after, atMost, rare) =>
      repository.operationsAfter(tx, scope, { ...request, rare }, after, atMost),
    cells: (shown) => {
      const row = repository.operationOf(shown);
      return COLUMNS.map(([, cell]) => cell(row, translate));
    },
  });
}
