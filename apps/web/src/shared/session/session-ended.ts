export type SessionEnd = 'accountError' | 'tokenTimeout' | 'accessDataDeleted';

type Listener = (because: SessionEnd) => void;
let listener: Listener | undefined;

/** The application, which owns dialogs and navigation, says what happens when a session is over. */
export function whenSessionEnds(next: Listener): void {
  listener = next;
}

export function sessionEnded(because: SessionEnd): void {
  listener?.(because);
}
