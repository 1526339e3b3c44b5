/** How a figure stands against the one of the same time a week ago. */
export type Compared =
  | { readonly is: 'unknown' }
  | { readonly is: 'same' }
  /** There was nothing then. */
  | { readonly is: 'fresh' }
  /** So many percent more or less. */
  | { readonly is: 'more' | 'less'; readonly percent: number }
  /** So many times as much: beyond double, percents say little. */
  | { readonly is: 'times'; readonly factor: number };

/** Within this much of each other two figures are the same to the eye. */
const SAME_PERCENT = 3;
const DOUBLE_PERCENT = 100;

export function compared(now: number | null, before: number | null): Compared {
  if (now === null || before === null) return { is: 'unknown' };
  if (before === 0) return now === 0 ? { is: 'same' } : { is: 'fresh' };
  const percent = Math.round(((now - before) / before) * 100);
  if (Math.abs(percent) < SAME_PERCENT) return { is: 'same' };
  if (percent >= DOUBLE_PERCENT) return { is: 'times', factor: now / before };
  return percent > 0 ? { is: 'more', percent } : { is: 'less', percent: -percent };
}
