/**
 * `idle` is what this browser finds out by itself, `endedElsewhere` what the live socket hears when somebody
 * signs out in another tab or ends the session from afar; the rest are the server's words.
 */
export type SessionEnd = 'accountError' | 'tokenTimeout' | 'accessDataDeleted' | 'idle' | 'endedElsewhere';

type Listener = (because: SessionEnd) => void;
let listener: Listener | undefined;
let leaving = false;

/** The application, which owns dialogs and navigation, says what happens when a session is over. */
export function whenSessionEnds(next: Listener): void {
  listener = next;
}

/** Whoever leaves of their own accord need not be told that the session is over, until they are back. */
export function expectSessionEnd(expected: boolean): void {
  leaving = expected;
}

export function sessionEnded(because: SessionEnd): void {
  if (!leaving) listener?.(because);
}
