import type { ExportedTable, ExportFormat } from '@airloom/contract/export-call';
import type { Language } from '@airloom/contract/languages';
import type { StatisticsPage } from '@airloom/contract/statistics/statistics.rules';
import { Failure } from '../../../platform/failure.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { Cell } from '../../../platform/sheets/cell.ts';
import { exportTable } from '../../../platform/sheets/export-table.ts';
import { translatorFor } from '../../../platform/text/text.ts';
import { isPageSeen, readPageFigures } from './figures/page-figures.ts';
import { placeNameAt } from './figures/place.repository.ts';
import { rowsOf, sectionsOf, whenOf, whereOf } from './reports/sheet.ts';
import type { Timed } from './statistics.service.ts';

interface PlacedRow {
  readonly place: number;
  readonly cells: Cell[];
}

const clock = (at: number) => new Date(at).toISOString();

export async function exportStatistics(
  platform: Platform,
  scope: Scope,
  language: Language,
  { page, format, ...query }: Timed & { readonly page: StatisticsPage; readonly format: ExportFormat },
): Promise<ExportedTable> {
  // Checked first, so that requests over the limit read no figures.
  platform.quotas.requireIdle(scope, 'exportsAtOnce');
  if (!isPageSeen(scope, page)) throw new Failure('permissionDenied', {}, { missing: 'all_device' });
  const say = translatorFor(language);
  const figures = await readPageFigures(platform, scope, page, query);
  const placeName = await platform.database.withTenant(scope, (tx) => placeNameAt(tx, scope, query));
  const words = { say, clock };
  const rows: PlacedRow[] = [
    whereOf(placeName, say, say('statistics.scope.everything')),
    ...whenOf(figures, words),
    [],
    ...rowsOf(sectionsOf(figures, words)),
  ].map((cells, place) => ({ place, cells }));
  return exportTable<PlacedRow>(platform, scope, {
    format,
    head: [say(`reports.page.${page}`)],
    next: async (_, after, atMost) => {
      const from = after === null ? 0 : after.place + 1;
      return rows.slice(from, from + atMost);
    },
    cells: ({ cells }) => cells,
  });
}
