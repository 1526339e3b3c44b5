import { API_BASE } from '@airloom/contract/call';

/** Interval between changes that make open pages read again. */
const CHANGE_MS = 1_000;

export async function post(url: string, token: string, path: string, input: object): Promise<void> {
  const response = await fetch(`${url}${API_BASE}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`);
}

/** Makes a change every second while `done` runs. */
export async function withLiveChanges<T>(
  change: (turn: number) => Promise<void>,
  done: () => Promise<T>,
): Promise<T> {
  let turn = 0;
  let changed = Promise.resolve();
  const timer = setInterval(() => {
    turn += 1;
    const now = turn;
    changed = changed.then(() => change(now));
  }, CHANGE_MS);
  try {
    return await done();
  } finally {
    clearInterval(timer);
    await changed;
  }
}
