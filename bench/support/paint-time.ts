/** Runs in the page: milliseconds from the input that requests other rows to the frame after they are rendered. */
export async function paintTime(): Promise<number> {
  const links = '.grid tbody a';
  const first = () => document.querySelector(links)?.getAttribute('href');
  const before = first();
  const giveUp = performance.now() + 30_000;
  let began = Number.NaN;
  const done = new AbortController();
  for (const input of ['click', 'change']) {
    addEventListener(input, ({ timeStamp }) => (began = timeStamp), { capture: true, signal: done.signal });
  }
  while (first() === before || document.querySelector('.grid-scroll[aria-busy="true"]')) {
    if (performance.now() > giveUp) throw new Error(`the rows from ${before} on did not change`);
    await new Promise(requestAnimationFrame);
  }
  await new Promise(requestAnimationFrame);
  done.abort();
  return performance.now() - began;
}

/** Runs in the page: the same for a plain table with the text of the response. */
export async function plainTableTime({ path, client }: { path: string; client: string }): Promise<number> {
  const began = performance.now();
  const answer = await fetch(path, { headers: { [client]: 'bench' } });
  const { data }: { data: { rows: Record<string, unknown>[] } } = JSON.parse(await answer.text());
  const shown = [
    'name',
    'kind',
    'status',
    'clients',
    'model',
    'version',
    'mac',
    'ip',
    'siteName',
    'uptimeSeconds',
  ];
  const table = document.createElement('table');
  for (const row of data.rows) {
    const line = table.insertRow();
    for (const field of shown) line.insertCell().textContent = String(row[field]);
  }
  document.body.replaceChildren(table);
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - began;
}

export interface Times {
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly longestMs: number;
}

export function timesOf(took: readonly number[]): Times {
  const sorted = took.toSorted((one, other) => one - other);
  const part = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { count: took.length, p50Ms: part(0.5), p95Ms: part(0.95), longestMs: part(1) };
}

export function timesText({ count, p50Ms, p95Ms, longestMs }: Times): string {
  return `p50 ${p50Ms.toFixed(0)}, p95 ${p95Ms.toFixed(0)}, longest ${longestMs.toFixed(0)} ms of ${count}`;
}
