/** Set when the tab is loaded: its calls are not part of every page. */
let refresh: () => void = () => undefined;

export function onNotesChanged(listener: () => void): void {
  refresh = listener;
}

export function notesChanged(): void {
  refresh();
}
