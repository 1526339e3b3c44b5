import type { OperationLogRow } from '@airloom/contract/accounts/operation-log.model';
import { changesText, objectsText, operationText } from '@airloom/contract/accounts/operation-log.text';
import type { ExportedTable, ExportFormat } from '@airloom/contract/export-call';
import type { Language } from '@airloom/contract/languages';
import type { Page } from '@airloom/contract/paging';
import type { PageRequest } from '../../../../platform/database/paging.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import type { Cell } from '../../../../platform/sheets/cell.ts';
import { exportTable } from '../../../../platform/sheets/export-table.ts';
import { translatorFor } from '../../../../platform/text/text.ts';
import { reachedPlaces } from './operation-reach.ts';
import { markExisting, operationOf } from './operation-rows.ts';
import * as repository from './operations.repository.ts';

export function listOperations(
  { database }: Platform,
  scope: Scope,
  request: repository.OperationFilters & PageRequest,
): Promise<Page<OperationLogRow>> {
  return database.withTenant(scope, async (tx) => {
    const places = await reachedPlaces(tx, scope);
    const { total, rows } = await repository.listOperations(tx, scope, places, request);
    const shown = rows.map((row) => operationOf(scope, places, row));
    return { total, rows: await markExisting(tx, scope, places, shown) };
  });
}

type TextOf = (key: string) => string | null;

/** The columns of an exported log, in this order. */
const COLUMNS: readonly (readonly [title: string, cell: (row: OperationLogRow, textOf: TextOf) => Cell])[] = [
  ['logs.at', (row) => row.at],
  ['logs.person', (row) => row.userName],
  ['logs.call', (row, textOf) => operationText(row, textOf)],
  ['logs.target', (row, textOf) => objectsText(row, textOf)],
  ['operation-log.changes', (row, textOf) => changesText(row, textOf)],
  ['logs.address', (row) => row.address],
];

export async function exportOperations(
  platform: Platform,
  scope: Scope,
  language: Language,
  request: repository.OperationFilters & { readonly format: ExportFormat },
): Promise<ExportedTable> {
  const translate = translatorFor(language);
  const textOf = (key: string) => {
    const text = translate(key);
    return text === key ? null : text;
  };
  const places = await platform.database.withTenant(scope, (tx) => reachedPlaces(tx, scope));
  return exportTable<repository.ShownOperation>(platform, scope, {
    format: request.format,
    head: COLUMNS.map(([title]) => translate(title)),
    search: { table: 'operation_log', text: request.search },
    next: (tx, after, atMost, rare) =>
      repository.operationsAfter(tx, scope, places, { ...request, rare }, after, atMost),
    cells: (shown) => {
      const row = operationOf(scope, places, shown);
      return COLUMNS.map(([, cell]) => cell(row, textOf));
    },
  });
}
