/** Adjacent ports as one range: `Ethernet0–7, Ethernet9`. */
export function portList(names: readonly string[]): string {
  const ranges: { readonly prefix: string; readonly first: string; last: string }[] = [];
  for (const name of names) {
    const [, prefix = name, digits = ''] = /^(.*?)(\d+)$/.exec(name) ?? [];
    const open = ranges.at(-1);
    const isNext = open?.prefix === prefix && open.last !== '' && Number(digits) === Number(open.last) + 1;
    if (open !== undefined && isNext) open.last = digits;
    else ranges.push({ prefix, first: digits, last: digits });
  }
  return ranges
    .map(({ prefix, first, last }) => `${prefix}${first}${last === first ? '' : `–${last}`}`)
    .join(', ');
}
