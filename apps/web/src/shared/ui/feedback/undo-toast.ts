import { actionToast } from './action-toast.ts';

interface Undoable {
  text: string;
  /** The word on the button, e.g. “Undo”. */
  label: string;
  undo(): void;
}

/** Tells that something was done, and offers to take it back. */
export function undoToast({ text, label, undo }: Undoable): Promise<void> {
  return actionToast({ text, label, run: undo });
}
