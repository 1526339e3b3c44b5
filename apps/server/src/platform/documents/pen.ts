import PdfKit from 'pdfkit';
import { openFonts, type Weight } from './fonts.ts';
import { drawable, runsOf, shortened, wrapped } from './text-runs.ts';

/** A4 landscape in points. */
export const PAGE = { width: 841.89, height: 595.28, margin: 36, footer: 24 } as const;
export const INNER = PAGE.width - 2 * PAGE.margin;

export const INK = {
  text: '#161b26',
  muted: '#5b6475',
  hairline: '#e0e4ea',
  border: '#c9d0da',
  series: ['#2f5bea', '#0f8f8c', '#b26a00', '#8a4fd3', '#c2417c', '#5b6475'],
} as const;

/** Dash patterns in points, so that lines differ without colour. */
const DASHES: readonly (readonly number[])[] = [[], [5, 2], [1.5, 2], [9, 3], [3, 1.5], [0.8, 3]];

export interface Style {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
}

export interface Stroke {
  readonly colour: string;
  readonly width: number;
  readonly dash?: readonly number[];
}

export function strokeOf(place: number): Stroke {
  return {
    colour: INK.series[place % INK.series.length] ?? INK.text,
    width: 1.2,
    dash: DASHES[place % DASHES.length] ?? [],
  };
}

type Point = readonly [x: number, y: number];

/** Draws texts of any script and lines on the pages of a PDF. */
export class Pen {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #fonts = openFonts();
  #top = 0;

  constructor(title: string, language: string) {
    this.#pdf = new PdfKit({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      bufferPages: true,
      autoFirstPage: false,
      pdfVersion: '1.7',
      lang: language,
      displayTitle: true,
      info: { Title: drawable(title), Creator: 'Airloom', Producer: 'Airloom' },
    });
    for (const faces of Object.values(this.#fonts)) {
      for (const { name, bytes } of faces) this.#pdf.registerFont(name, bytes);
    }
  }

  /** Where the next item begins, from the top of the page. */
  get top(): number {
    return this.#top;
  }

  get room(): number {
    return PAGE.height - PAGE.margin - PAGE.footer - this.#top;
  }

  moveDown(by: number): void {
    this.#top += by;
  }

  newPage(): void {
    this.#pdf.addPage();
    this.#top = PAGE.margin;
  }

  /** Begins a page unless this much fits on the current one. */
  require(height: number): boolean {
    if (height <= this.room) return false;
    this.newPage();
    return true;
  }

  widthOf(text: string, { size, weight = 'regular' }: Style): number {
    return runsOf(text, this.#fonts[weight]).reduce(
      (width, run) => width + this.#pdf.font(run.face.name, size).widthOfString(run.text),
      0,
    );
  }

  /** Lines of at most this width. */
  lines(text: string, style: Style, width: number, linesMax: number): string[] {
    return wrapped(drawable(text), width, linesMax, (part) => this.widthOf(part, style));
  }

  /** Writes one line. `x` is its left end, or its right end if aligned so; `baseline` is on this page. */
  write(
    text: string,
    [x, baseline]: Point,
    style: Style & { readonly align?: 'start' | 'middle' | 'end'; readonly width?: number },
  ): void {
    const { size, weight = 'regular', colour = INK.text, align = 'start', width } = style;
    const clean = drawable(text);
    const shown = width === undefined ? clean : shortened(clean, width, (part) => this.widthOf(part, style));
    if (shown === '') return;
    const part = { start: 0, middle: 0.5, end: 1 }[align];
    let left = part === 0 ? x : x - part * this.widthOf(shown, style);
    this.#pdf.fillColor(colour);
    for (const { face, text: own } of runsOf(shown, this.#fonts[weight])) {
      this.#pdf.font(face.name, size).text(own, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
      left += this.#pdf.widthOfString(own);
    }
  }

  /** A line through points. */
  line(points: readonly Point[], { colour, width, dash = [] }: Stroke): void {
    const [first, ...others] = points;
    if (first === undefined) return;
    this.#pdf.lineWidth(width).strokeColor(colour).lineJoin('round');
    if (dash.length === 0) this.#pdf.undash();
    else this.#pdf.dash(dash[0] ?? 1, { space: dash[1] ?? 1 });
    this.#pdf.moveTo(...first);
    for (const point of others) this.#pdf.lineTo(...point);
    this.#pdf.stroke().undash();
  }

  dot([x, y]: Point, colour: string): void {
    this.#pdf.circle(x, y, 1.3).fill(colour);
  }

  /** The finished file. `footer` draws on each page. */
  async bytes(footer: (page: number, total: number) => void): Promise<Uint8Array> {
    const { start, count } = this.#pdf.bufferedPageRange();
    for (let place = 0; place < count; place += 1) {
      this.#pdf.switchToPage(start + place);
      footer(place + 1, count);
    }
    const chunks: Uint8Array[] = [];
    this.#pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#pdf.on('end', resolve).on('error', reject);
    this.#pdf.end();
    await promise;
    return Buffer.concat(chunks);
  }
}
