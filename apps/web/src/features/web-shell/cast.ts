import { z } from 'zod';
import type { TerminalSize } from './shell-line.ts';

const header = z.object({ version: z.literal(2), width: z.number(), height: z.number() });

export interface CastEvent {
  readonly seconds: number;
  readonly code: string;
  readonly text: string;
}

export interface Cast {
  readonly size: TerminalSize;
  readonly events: readonly CastEvent[];
  readonly seconds: number;
}

/** Reads a recording in the format asciicast v2; null if it is none. A cut last line is left out. */
export function readCast(text: string): Cast | null {
  const [first = '', ...lines] = text.split('\n');
  const head = header.safeParse(jsonOf(first));
  if (!head.success) return null;
  const events = lines.flatMap((line): CastEvent[] => {
    const read = eventIn(jsonOf(line));
    return read === null ? [] : [read];
  });
  const size = { columns: head.data.width, rows: head.data.height };
  return { size, events, seconds: events.at(-1)?.seconds ?? 0 };
}

/** An event is a list of its time, its code and its text. */
function eventIn(value: unknown): CastEvent | null {
  if (!Array.isArray(value)) return null;
  const [seconds, code, text]: unknown[] = value;
  if (typeof seconds !== 'number' || typeof code !== 'string' || typeof text !== 'string') return null;
  return { seconds, code, text };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The size that a resize event names. */
export function sizeIn(text: string): TerminalSize | null {
  const [, columns, rows] = /^(\d{1,4})x(\d{1,4})$/.exec(text) ?? [];
  return columns === undefined || rows === undefined
    ? null
    : { columns: Number(columns), rows: Number(rows) };
}
