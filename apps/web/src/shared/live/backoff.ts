const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** Doubles up to half a minute; jitter keeps a thousand browsers from coming back in the same second. */
export function reconnectDelay(attempt: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return full / 2 + (full / 2) * random;
}
