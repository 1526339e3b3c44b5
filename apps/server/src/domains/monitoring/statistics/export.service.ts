import type { DocumentFormat, ExportedTable, ExportFormat } from '@airloom/contract/export-call';
import type { Language } from '@airloom/contract/languages';
import { STATISTICS_LIMITS } from '@airloom/contract/statistics/statistics.limits';
import type { StatisticsPage } from '@airloom/contract/statistics/statistics.rules';
import { makePdf } from '../../../platform/documents/make-pdf.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { Cell } from '../../../platform/sheets/cell.ts';
import { exportFile } from '../../../platform/sheets/export-file.ts';
import { exportTable } from '../../../platform/sheets/export-table.ts';
import { translatorFor } from '../../../platform/text/text.ts';
import { isPageSeen, readPageFigures } from './figures/page-figures.ts';
import { placeNameAt } from './figures/place.repository.ts';
import { documentPart, reportDocument } from './reports/pdf/report-document.ts';
import { wordsOf } from './reports/pdf/words.ts';
import { rowsOf, sectionsOf, whenOf, whereOf } from './reports/sheet.ts';
import type { Timed } from './statistics.service.ts';

interface PlacedRow {
  readonly place: number;
  readonly cells: Cell[];
}

const clock = (at: number) => new Date(at).toISOString();

interface Requested extends Timed {
  readonly page: StatisticsPage;
}

export async function exportStatistics(
  platform: Platform,
  scope: Scope,
  language: Language,
  {
    format,
    timeZone,
    ...request
  }: Requested & { readonly format: DocumentFormat; readonly timeZone?: string | undefined },
): Promise<ExportedTable> {
  // Checked first, so that requests over the limit read no figures.
  platform.quotas.requireIdle(scope, 'exportsAtOnce');
  if (!isPageSeen(scope, request.page)) throw new Failure('permissionDenied', {}, { missing: 'all_device' });
  return format === 'pdf'
    ? exportPdf(platform, scope, request, { language, timeZone: timeZone ?? 'UTC' })
    : exportSheet(platform, scope, request, { language, format });
}

async function exportSheet(
  platform: Platform,
  scope: Scope,
  { page, ...query }: Requested,
  { language, format }: { readonly language: Language; readonly format: ExportFormat },
): Promise<ExportedTable> {
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

async function exportPdf(
  platform: Platform,
  scope: Scope,
  { page, ...query }: Requested,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): Promise<ExportedTable> {
  const words = wordsOf(language, timeZone);
  const figures = await readPageFigures(platform, scope, page, query, STATISTICS_LIMITS.pdfRowsMax);
  const placeName = await platform.database.withTenant(scope, (tx) => placeNameAt(tx, scope, query));
  const part = documentPart(figures, words, query.siteUUID === undefined);
  const document = reportDocument(
    {
      title: part.title,
      place: placeName || words.say('statistics.scope.everything'),
      madeAt: platform.now(),
    },
    [{ ...part, title: '' }],
    words,
  );
  return exportFile(platform, scope, 'exportedPdf', async function* (progress) {
    progress.count(part.tables.reduce((sum, { rows }) => sum + rows.length, 0));
    yield await makePdf(scope.tenant, document);
  });
}
