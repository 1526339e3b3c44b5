import { makeDuration } from '@airloom/contract/formats/figures/duration';
import { makeUnits, type Units } from '@airloom/contract/formats/figures/units';
import { type Span, valueAxis } from '@airloom/contract/formats/figures/value-axis';
import type { Language } from '@airloom/contract/languages';
import type { NetworkStatistics } from '@airloom/contract/statistics/statistics.model';
import type { DocumentChart } from '../../../../../platform/documents/document.ts';
import { type Translate, translate, translatorFor } from '../../../../../platform/text/text.ts';
import { timeTicks } from './time-ticks.ts';

/** Texts and formats of a document. */
export interface Words {
  readonly language: Language;
  readonly timeZone: string;
  readonly say: Translate;
  readonly units: Units;
  duration(seconds: number): string;
  /** A value that may be missing. */
  known(value: number | null, format: (value: number) => string): string;
  /** Note for a shortened list; undefined for a complete one. */
  cut(shown: number, total: number): string | undefined;
}

export function wordsOf(language: Language, timeZone: string): Words {
  const say = translatorFor(language);
  const units = makeUnits(language);
  return {
    language,
    timeZone,
    say,
    units,
    duration: makeDuration(language),
    known: (value, format) => (value === null ? say('statistics.unknown') : format(value)),
    cut: (shown, total) =>
      shown < total
        ? translate(language, 'statistics.cut', { shown: units.count(shown), total: units.count(total) })
        : undefined,
  };
}

type Window = Pick<NetworkStatistics, 'from' | 'to' | 'firstAt' | 'stepSeconds'>;

interface Drawn {
  readonly title: string;
  readonly lines: DocumentChart['lines'];
  readonly value: (value: number) => string;
  readonly span: Span;
  readonly whole?: boolean;
  readonly stepped?: boolean;
}

/** A chart with its axes, as the page draws it. */
export function chartOf(window: Window, drawn: Drawn, words: Words): DocumentChart {
  const { title, lines, value, span, whole = false, stepped = false } = drawn;
  const [from, to] = [Date.parse(window.from), Date.parse(window.to)];
  const { min: low, max: high, interval } = valueAxis(lines, span, whole);
  const count = Math.round((high - low) / interval);
  return {
    title,
    none: words.say('ui.chart.none'),
    from,
    to,
    low,
    high,
    values: Array.from({ length: count + 1 }, (_, place) => {
      const at = low + place * interval;
      return { at, text: value(at) };
    }),
    times: timeTicks(from, to, words.timeZone, words.language),
    first: Date.parse(window.firstAt),
    stepMs: window.stepSeconds * 1000,
    stepped,
    lines,
  };
}
