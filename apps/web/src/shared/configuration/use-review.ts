import { type ChangeSource, settingCalls } from '@airloom/contract/configuration/configuration.calls';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { type ReviewSoFar, readReview } from './read-review.ts';

interface Attempt {
  readonly source: string;
  readonly turn: number;
}

interface State {
  readonly of: Attempt | null;
  readonly soFar: ReviewSoFar | null;
  readonly error: Error | null;
}

interface ReviewReading {
  /** Null until the first page was read. */
  readonly soFar: ReviewSoFar | null;
  readonly error: Error | null;
  /** Reads from the first page again. */
  again(): void;
}

/** Reads all pages of a review; stops when the component is removed or reads again. */
export function useReview(source: ChangeSource): ReviewReading {
  const key = JSON.stringify(source);
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<State>({ of: null, soFar: null, error: null });
  useEffect(() => {
    const over = new AbortController();
    const of: Attempt = { source: key, turn };
    const wanted: ChangeSource = JSON.parse(key);
    const read = (after: string | null) =>
      call(settingCalls.reviewChange, { source: wanted, after }, { signal: over.signal, quiet: true });
    const onPage = (soFar: ReviewSoFar) => {
      if (!over.signal.aborted) setState({ of, soFar, error: null });
    };
    readReview(read, onPage).catch((error: unknown) => {
      if (over.signal.aborted) return;
      const failure = error instanceof Error ? error : new Error(String(error));
      setState((known) => ({ of, soFar: isOf(known, of) ? known.soFar : null, error: failure }));
    });
    return () => over.abort();
  }, [key, turn]);
  const again = useCallback(() => setTurn((known) => known + 1), []);
  // What was read for another source or before reading again is not shown.
  const current = isOf(state, { source: key, turn });
  return { soFar: current ? state.soFar : null, error: current ? state.error : null, again };
}

function isOf({ of }: State, { source, turn }: Attempt): boolean {
  return of?.source === source && of.turn === turn;
}
