import { z } from 'zod';

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return null; // not JSON
  }
}

/** Reads a numeric code by name; null where it is 0, "unreadable" without one. */
export function codeIn(answer: string, ...names: readonly string[]): string | null {
  const fields = z.record(z.string(), z.unknown()).safeParse(parsed(answer)).data ?? {};
  const code = names.map((name) => fields[name]).find((value) => typeof value === 'number');
  if (code === undefined) return 'unreadable';
  return code === 0 ? null : String(code);
}
