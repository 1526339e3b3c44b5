import { buffer } from 'node:stream/consumers';
import type { ReportInput } from '@airloom/contract/statistics/statistics.rules';
import type { DocumentPart } from '../../../../platform/documents/document.ts';
import { makePdf } from '../../../../platform/documents/make-pdf.ts';
import type { Scope } from '../../../../platform/scope.ts';
import type { Message } from '../../../../platform/senders/sender.ts';
import type { Cell } from '../../../../platform/sheets/cell.ts';
import { xlsxOf } from '../../../../platform/sheets/xlsx.ts';
import { translate, translatorFor } from '../../../../platform/text/text.ts';
import { isPageSeen, readPageFigures } from '../figures/page-figures.ts';
import { placeNameAt } from '../figures/place.repository.ts';
import type { StatisticsContext } from '../statistics.service.ts';
import { documentPart, reportDocument } from './pdf/report-document.ts';
import { wordsOf } from './pdf/words.ts';
import { clockOf } from './report-times.ts';
import { countedOf, rowsOf, type Section, sectionsOf, whenOf, whereOf } from './sheet.ts';

const PDF = 'application/pdf';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function* whole(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows;
}

/** Summary of a page as aligned lines of text. */
function asText({ title, rows }: Section): string {
  const width = Math.max(0, ...rows.map(([name]) => String(name ?? '').length));
  const lines = rows.map(([name, figure]) => `  ${String(name ?? '').padEnd(width)}  ${figure ?? '–'}`);
  return [title, ...lines].join('\n');
}

export type MailedReport = Pick<ReportInput, 'name' | 'pages' | 'language' | 'timeZone'> & {
  readonly enterpriseUUID?: string | undefined;
  readonly siteUUID?: string | undefined;
};

export type MadeReport = Pick<Message, 'subject' | 'body' | 'attachments'>;

/** A report as mail: the summary as text, charts and tables as a PDF, all figures as a workbook. */
export async function mailOf(
  context: StatisticsContext,
  scope: Scope,
  report: MailedReport,
  period: { readonly from: Date; readonly to: Date },
): Promise<MadeReport> {
  const { language, name, pages, enterpriseUUID, siteUUID } = report;
  const say = translatorFor(language);
  const clock = clockOf(report.timeZone);
  const [from, to] = [clock(period.from.getTime()), clock(period.to.getTime())];
  const request = { enterpriseUUID, siteUUID, from: period.from.toISOString(), to: period.to.toISOString() };
  const placeName = await context.database.withTenant(scope, (tx) => placeNameAt(tx, scope, request));
  const where = whereOf(placeName, say);
  const sheet: Cell[][] = [[name], where];
  const texts: string[] = [];
  const parts: DocumentPart[] = [];
  const documentWords = wordsOf(language, report.timeZone);
  for (const page of pages.filter((one) => isPageSeen(scope, one))) {
    const figures = await readPageFigures(context, scope, page, request);
    const words = { say, clock };
    const sections = sectionsOf(figures, words);
    const title = say(`reports.page.${page}`);
    sheet.push([], [title], ...whenOf(figures, words), ...rowsOf(sections));
    parts.push(documentPart(figures, documentWords, siteUUID === undefined));
    const counted = countedOf(figures, clock);
    const head =
      counted === null ? title : `${title}\n${translate(language, 'reports.mail.period', counted)}`;
    texts.push(...sections.slice(0, 1).map((section) => asText({ ...section, title: head })));
  }
  const document = reportDocument(
    { title: name, place: placeName || say('reports.everything'), madeAt: context.now() },
    parts,
    documentWords,
  );
  return {
    subject: translate(language, 'reports.mail.subject', { name, from, to }),
    body: [where.join(': '), ...texts, translate(language, 'reports.mail.attached')].join('\n\n'),
    attachments: [
      { name: 'report.pdf', type: PDF, content: await makePdf(scope.tenant, document) },
      { name: 'report.xlsx', type: XLSX, content: await buffer(xlsxOf(whole(sheet))) },
    ],
  };
}
