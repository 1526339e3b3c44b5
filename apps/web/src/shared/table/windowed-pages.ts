/** The pages that hold these rows, and those half a page further on either side: one does not stop at once. */
export function pagesAround(first: number, last: number, size: number): number[] {
  const from = Math.floor(Math.max(0, first - size / 2) / size) + 1;
  const to = Math.floor(Math.max(0, last + size / 2) / size) + 1;
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

/** Whether one comes from there without leaving anything out; who comes from nowhere is near everything. */
export function isNear(before: readonly number[], next: readonly number[]): boolean {
  return before.length === 0 || next.some((page) => before.includes(page));
}
