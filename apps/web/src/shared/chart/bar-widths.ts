/** How long each bar is, in percent of the longest; what is not nothing can be seen. */
export function barWidths(sizes: readonly number[]): number[] {
  const longest = Math.max(0, ...sizes);
  return sizes.map((size) => (size <= 0 || longest === 0 ? 0 : Math.max(1, (100 * size) / longest)));
}
