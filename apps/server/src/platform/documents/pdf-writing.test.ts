import { expect, test } from 'vitest';
import { pdfPages } from '../../testing/pdf-text.ts';
import type { DocumentChart, DocumentTable, PdfDocument } from './document.ts';
import { piecesOf } from './draw-chart.ts';
import { makePdf } from './make-pdf.ts';

const CHART: DocumentChart = {
  title: 'Ruch sieciowy',
  none: 'Brak danych',
  from: 0,
  to: 4_000,
  low: 0,
  high: 100,
  times: [{ at: 0, text: '10:00' }],
  values: [
    { at: 0, text: '0 kb/s' },
    { at: 100, text: '100 kb/s' },
  ],
  first: 0,
  stepMs: 1_000,
  stepped: false,
  lines: [
    { name: 'Pobieranie', values: [10, null, 30, 40] },
    { name: 'Wysyłanie', values: [1, 2, 3, 4] },
  ],
};

const tableOf = (rows: readonly (readonly string[])[]): DocumentTable => ({
  title: '设备可用率',
  columns: [
    { head: '名称', align: 'start' },
    { head: '可用率', align: 'end' },
  ],
  rows,
});

const documentOf = (tables: readonly DocumentTable[]): PdfDocument => ({
  title: 'Zażółć gęślą jaźń',
  lines: ['Ámbito: Señal del año pasado'],
  language: 'pl',
  pageNumber: 'Strona {page} z {total}',
  parts: [
    { title: 'Sieć', lead: '', figures: [{ label: 'Dane', value: '1,5 GB' }], charts: [CHART], tables },
  ],
});

const pagesOf = async (document: PdfDocument) => pdfPages(await makePdf('account', document));

test('contains Polish, Spanish and Chinese as text, and the texts of charts', async () => {
  const [page = ''] = await pagesOf(documentOf([tableOf([['前台接入点', '99.9%']])]));
  for (const text of [
    'Zażółć gęślą jaźń',
    'Señal del año pasado',
    'Ruch sieciowy',
    'Wysyłanie',
    '100 kb/s',
    '1,5 GB',
    '设备可用率',
    '前台接入点',
    '99.9%',
    'Strona 1 z 1',
  ]) {
    expect(page).toContain(text);
  }
});

test('repeats the head of a table on each page and lists every row once', async () => {
  const rows = Array.from({ length: 200 }, (_, place) => [`AP-${place}.`, `${place}%`]);
  const pages = await pagesOf(documentOf([tableOf(rows)]));
  expect(pages.length).toBeGreaterThan(4);
  for (const [place, page] of pages.entries()) {
    expect(page).toContain('可用率');
    expect(page).toContain(`Strona ${place + 1} z ${pages.length}`);
  }
  const all = pages.join(' ');
  for (const [name = ''] of rows) expect(all.split(name)).toHaveLength(2);
});

test('writes hostile names as text', async () => {
  const names = [
    ') Tj ET (injected) endstream endobj',
    '<script>alert(1)</script>',
    '\u202Efdp.exe',
    'a\u0000b\r\nc',
    `z${'\u0336'.repeat(500)}`,
    'x'.repeat(100_000),
    '🦊👨‍👩‍👧',
    '\uD800',
  ];
  const [page = '', ...others] = await pagesOf(documentOf([tableOf(names.map((name) => [name, '1%']))]));
  expect(others).toHaveLength(0);
  expect(page).toContain(') Tj ET (injected) endstream endobj');
  expect(page).toContain('<script>alert(1)</script>');
  expect(page).toContain('fdp.exe');
  expect(page).toContain('a b c');
  expect(page).not.toContain('\u202E');
});

test('embeds only the characters it uses', async () => {
  const bytes = await makePdf('account', documentOf([tableOf([['前台接入点', '99.9%']])]));
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.length).toBeLessThan(100_000);
});

test('draws charts as lines, not as pictures', async () => {
  const bytes = await makePdf('account', documentOf([]));
  expect(bytes.includes('/Subtype /Image')).toBe(false);
});

test('leaves gaps between the pieces of a line', () => {
  expect(piecesOf(CHART, [10, null, 30, 40])).toEqual([
    [[0, 10]],
    [
      [2_000, 30],
      [3_000, 40],
    ],
  ]);
  expect(piecesOf({ ...CHART, stepped: true, to: 1_500 }, [10, 20])).toEqual([
    [
      [0, 10],
      [1_000, 10],
      [1_000, 20],
      [1_500, 20],
    ],
  ]);
});
