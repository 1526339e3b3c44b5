/** What a PDF shows, with every text in its final form. Plain data: it is sent to the thread that writes the PDF. */
export interface PdfDocument {
  readonly title: string;
  /** Under the title: scope, time zone. */
  readonly lines: readonly string[];
  /** Language tag. */
  readonly language: string;
  /** Text of a page number, with `{page}` and `{total}`. */
  readonly pageNumber: string;
  readonly parts: readonly DocumentPart[];
}

export interface DocumentPart {
  /** Empty if the document has one part, named by its own title. */
  readonly title: string;
  /** The period; empty for current figures. */
  readonly lead: string;
  readonly figures: readonly DocumentFigure[];
  readonly charts: readonly DocumentChart[];
  readonly tables: readonly DocumentTable[];
}

export interface DocumentFigure {
  readonly label: string;
  readonly value: string;
  readonly note?: string | undefined;
}

/** A labelled place on an axis. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

export interface DocumentChart {
  readonly title: string;
  /** Shown instead of the chart when no line has a value. */
  readonly none: string;
  /** Ends of the time axis in ms. */
  readonly from: number;
  readonly to: number;
  /** Ends of the value axis. */
  readonly low: number;
  readonly high: number;
  readonly times: readonly Tick[];
  readonly values: readonly Tick[];
  /** Start of the first step and length of each, in ms. */
  readonly first: number;
  readonly stepMs: number;
  /** A value is of its whole step, not of the moment it begins. */
  readonly stepped: boolean;
  readonly lines: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

export interface DocumentTable {
  readonly title: string;
  readonly columns: readonly { readonly head: string; readonly align: 'start' | 'end' }[];
  readonly rows: readonly (readonly string[])[];
  /** Under the rows, or instead of them. */
  readonly note?: string | undefined;
}
