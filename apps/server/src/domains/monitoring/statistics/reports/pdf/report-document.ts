import { fixedOffset, utcOffset } from '@airloom/contract/formats/text/time-zones';
import { YUYAN } from '@airloom/contract/languages';
import type { StatisticsPage } from '@airloom/contract/statistics/statistics.rules';
import type { DocumentPart, PdfDocument } from '../../../../../platform/documents/document.ts';
import { translate } from '../../../../../platform/text/text.ts';
import { clockOf } from '../report-times.ts';
import { countedOf, type PageFigures } from '../sheet.ts';
import { partOf } from './page-parts.ts';
import type { Words } from './words.ts';

/** The names of the pages. */
const TITLES: Readonly<Record<StatisticsPage, string>> = {
  network: 'nav.statisticsNetwork',
  device: 'nav.statisticsDevice',
  terminal: 'nav.statisticsTerminal',
  property: 'nav.statisticsProperty',
};

/** A statistics page with its title and period. */
export function documentPart(figures: PageFigures, words: Words, isOfSeveral: boolean): DocumentPart {
  const counted = countedOf(figures, clockOf(words.timeZone));
  const part = partOf(figures, words, isOfSeveral);
  const none = words.say('ui.chart.none');
  return {
    title: words.say(TITLES[figures.page]),
    lead: counted === null ? '' : translate(words.language, 'reports.mail.period', counted),
    ...part,
    tables: part.tables.map((table) => (table.rows.length === 0 ? { note: none, ...table } : table)),
  };
}

/** "Europe/Warsaw", or "UTC+08:00" for an offset. */
function zoneName(zone: string): string {
  const offset = fixedOffset(zone);
  return offset === null ? zone : utcOffset(offset);
}

interface Heading {
  readonly title: string;
  /** The site, the organization, or the name of the scope without one. */
  readonly place: string;
  readonly madeAt: Date;
}

export function reportDocument(
  { title, place, madeAt }: Heading,
  parts: readonly DocumentPart[],
  { language, timeZone, say }: Words,
): PdfDocument {
  const made = { time: clockOf(timeZone)(madeAt.getTime()), zone: zoneName(timeZone) };
  return {
    title,
    lines: [`${say('reports.place')}: ${place}`, translate(language, 'reports.pdf.made', made)],
    language: YUYAN[language],
    pageNumber: translate(language, 'reports.pdf.page', { page: '{page}', total: '{total}' }),
    parts,
  };
}
