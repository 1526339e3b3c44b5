/**
 * `idle` is what this browser finds out by itself, `endedElsewhere` what the live connection receives when somebody
 * signs out in another tab or ends the session from afar; the rest are the server's words.
 */
export type SessionEnd = 'accountError' | 'tokenTimeout' | 'accessDataDeleted' | 'idle' | 'endedElsewhere';

type Listener = (because: SessionEnd) => void;
let listener: Listener | undefined;
let leaving = false;

/** The application registers what happens when a session ends. */
export function whenSessionEnds(next: Listener): void {
  listener = next;
}

/** Suppresses the dialog during a sign-out, until the next sign-in. */
export function expectSessionEnd(expected: boolean): void {
  leaving = expected;
}

export function sessionEnded(because: SessionEnd): void {
  if (!leaving) listener?.(because);
}
