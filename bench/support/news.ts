import { API_BASE } from '@airloom/contract/call';

/** Something changes this often, which whoever looks is told of and reads again. */
const NEWS_MS = 1_000;

export async function post(url: string, token: string, path: string, input: object): Promise<void> {
  const answer = await fetch(`${url}${API_BASE}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`);
}

/** As long as something is done, one thing after the other changes. */
export async function withNews<T>(
  change: (turn: number) => Promise<void>,
  done: () => Promise<T>,
): Promise<T> {
  let turn = 0;
  let changed = Promise.resolve();
  const timer = setInterval(() => {
    turn += 1;
    const now = turn;
    changed = changed.then(() => change(now));
  }, NEWS_MS);
  try {
    return await done();
  } finally {
    clearInterval(timer);
    await changed;
  }
}
