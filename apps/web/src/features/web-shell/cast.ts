import { z } from 'zod';
import type { TerminalSize } from './shell-line.ts';

const header = z.object({ version: z.literal(2), width: z.number(), height: z.number() });
const event = z.tuple([z.number().min(0), z.string(), z.string()]);

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
    const read = event.safeParse(jsonOf(line));
    return read.success ? [{ seconds: read.data[0], code: read.data[1], text: read.data[2] }] : [];
  });
  const size = { columns: head.data.width, rows: head.data.height };
  return { size, events, seconds: events.at(-1)?.seconds ?? 0 };
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
