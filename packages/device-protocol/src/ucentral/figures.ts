import { colonMacOf, serialOf } from '../identity.ts';
import type { Traffic } from '../model.ts';
import { plainLines, plainText } from '../storable-text.ts';
import type { Figure, FigureOrText, OptionalText } from './fields.ts';

/** Device values are not trusted: they are limited to the ranges of the model, or dropped. */

const TEXT_MAX = 256;

const PLAIN = /^[\x20-\x7e]*$/;

/** One line, without control characters. */
export function textOf(text: OptionalText, max = TEXT_MAX): string {
  if (text === undefined || text === null) return '';
  return text.length <= max && PLAIN.test(text) ? text : plainText(text, max);
}

/** May have several lines. */
export function linesOf(text: OptionalText, max = TEXT_MAX): string {
  return plainLines(text ?? '', max);
}

/** An empty text counts as not reported. */
export function textOrNull(text: OptionalText, max = TEXT_MAX): string | null {
  const plain = textOf(text, max);
  return plain === '' ? null : plain;
}

/** A counter: whole, never negative, exact. */
export function countOf(figure: Figure): number {
  if (figure === undefined || figure === null || figure < 0) return 0;
  return Math.min(Math.trunc(figure), Number.MAX_SAFE_INTEGER);
}

export function countOrNull(figure: Figure): number | null {
  return figure === undefined || figure === null || figure < 0 ? null : countOf(figure);
}

export function wholeWithin(figure: Figure, min: number, max: number): number | null {
  if (figure === undefined || figure === null) return null;
  const whole = Math.round(figure);
  return whole >= min && whole <= max ? whole : null;
}

/** To one decimal. */
export function figureWithin(figure: Figure, min: number, max: number): number | null {
  if (figure === undefined || figure === null || figure < min || figure > max) return null;
  return Math.round(figure * 10) / 10;
}

export const INT32_MAX = 2_147_483_647;

export function secondsOf(figure: Figure): number | null {
  return wholeWithin(figure, 0, INT32_MAX);
}

export function percentOf(figure: Figure): number | null {
  return figureWithin(figure, 0, 100);
}

/** Signal, noise and power in dBm. */
export function dbmOf(figure: Figure): number | null {
  return wholeWithin(figure, -200, 100);
}

export function celsiusOf(figure: Figure): number | null {
  return figureWithin(figure, -100, 300);
}

const COLON_MAC = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/;

/** Lower case with colons; null for anything but a MAC address. */
export function colonMac(text: string): string | null {
  if (COLON_MAC.test(text)) return text;
  const serial = serialOf(text);
  return serial === null ? null : colonMacOf(serial);
}

export interface ByteCounters {
  readonly rx_bytes?: Figure;
  readonly tx_bytes?: Figure;
}

export const NO_TRAFFIC: Traffic = { rxBytes: 0, txBytes: 0 };

export function trafficOf(counters: ByteCounters | undefined): Traffic {
  if (counters === undefined) return NO_TRAFFIC;
  return { rxBytes: countOf(counters.rx_bytes), txBytes: countOf(counters.tx_bytes) };
}

/** Some clients send numbers as text. */
export function numberOf(figure: FigureOrText): Figure {
  if (typeof figure !== 'string') return figure;
  const read = Number(figure);
  return figure.trim() === '' || !Number.isFinite(read) ? undefined : read;
}

/** Earlier times come from a clock that was never set. */
const CLOCK_WAS_SET = Date.UTC(2020, 0, 1) / 1000;

/** Unix seconds as milliseconds; null when the device did not know the time. */
export function timeOf(seconds: FigureOrText): number | null {
  const read = numberOf(seconds);
  if (read === undefined || read === null || read < CLOCK_WAS_SET || read > INT32_MAX) return null;
  return Math.round(read * 1000);
}
