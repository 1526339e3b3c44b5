import { parentPort, workerData } from 'node:worker_threads';
import type { DocumentFigure, DocumentPart, PdfDocument } from './document.ts';
import { drawCharts } from './draw-chart.ts';
import { drawTable } from './draw-table.ts';
import { INK, INNER, PAGE, Pen } from './pen.ts';

const TITLE = { size: 17, weight: 'bold' } as const;
const LINE = { size: 9, colour: INK.muted } as const;
const PART = { size: 13, weight: 'bold' } as const;
const LABEL = { size: 8, colour: INK.muted } as const;
const VALUE = { size: 14, weight: 'bold' } as const;
const NOTE = { size: 7, colour: INK.muted } as const;
const FIGURES_HEIGHT = 46;
const GAP = 12;

function drawTitle(pen: Pen, { title, lines }: PdfDocument): void {
  for (const line of pen.lines(title, TITLE, INNER, 2)) {
    pen.write(line, [PAGE.margin, pen.top + 16], TITLE);
    pen.moveDown(22);
  }
  for (const line of lines.flatMap((text) => pen.lines(text, LINE, INNER, 3))) {
    pen.write(line, [PAGE.margin, pen.top + 10], LINE);
    pen.moveDown(13);
  }
  pen.moveDown(12);
}

function drawFigures(pen: Pen, figures: readonly DocumentFigure[]): void {
  pen.require(FIGURES_HEIGHT);
  const width = INNER / Math.max(1, figures.length);
  for (const [place, { label, value, note }] of figures.entries()) {
    const x = PAGE.margin + place * width;
    pen.write(label, [x, pen.top + 8], { ...LABEL, width: width - GAP });
    pen.write(value, [x, pen.top + 25], { ...VALUE, width: width - GAP });
    if (note !== undefined) pen.write(note, [x, pen.top + 35], { ...NOTE, width: width - GAP });
  }
  pen.moveDown(FIGURES_HEIGHT);
}

function drawPart(pen: Pen, { title, lead, figures, charts, tables }: DocumentPart): void {
  if (title !== '') {
    pen.write(title, [PAGE.margin, pen.top + 12], { ...PART, width: INNER });
    pen.moveDown(18);
  }
  if (lead !== '') {
    pen.write(lead, [PAGE.margin, pen.top + 9], { ...LINE, width: INNER });
    pen.moveDown(18);
  }
  drawFigures(pen, figures);
  drawCharts(pen, charts);
  for (const table of tables) drawTable(pen, table);
}

/** A PDF with embedded subsets of its fonts, so that its text can be selected and searched. */
export async function writePdf(document: PdfDocument): Promise<Uint8Array> {
  const pen = new Pen(document.title, document.language);
  pen.newPage();
  drawTitle(pen, document);
  for (const [place, part] of document.parts.entries()) {
    if (place > 0) pen.newPage();
    drawPart(pen, part);
  }
  return pen.bytes((page, total) => {
    const number = document.pageNumber.replace('{page}', String(page)).replace('{total}', String(total));
    const baseline = PAGE.height - PAGE.margin + 4;
    pen.write(document.title, [PAGE.margin, baseline], { ...NOTE, width: INNER / 2 });
    pen.write(number, [PAGE.margin + INNER, baseline], { ...NOTE, align: 'end' });
  });
}

if (parentPort !== null) {
  const document: PdfDocument = workerData;
  const bytes = await writePdf(document);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort.postMessage(bytes);
}
