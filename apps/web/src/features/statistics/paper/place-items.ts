interface Item {
  height: number;
  /** Kept on the same page as the next item, such as a table head. */
  withNext: boolean;
}

/** Distributes items over pages in order; an oversized item gets its own page. */
export function placeItems<I extends Item>(items: readonly I[], pageHeight: number): I[][] {
  const pages: I[][] = [];
  let room = 0;
  for (const run of runsOf(items)) {
    const height = run.reduce((sum, item) => sum + item.height, 0);
    const page = pages.at(-1);
    if (page === undefined || height > room) {
      pages.push(run);
      room = pageHeight - height;
    } else {
      page.push(...run);
      room -= height;
    }
  }
  return pages;
}

function runsOf<I extends Item>(items: readonly I[]): I[][] {
  const runs: I[][] = [];
  let open: I[] | undefined;
  for (const item of items) {
    if (open) open.push(item);
    else {
      open = [item];
      runs.push(open);
    }
    if (!item.withNext) open = undefined;
  }
  return runs;
}
