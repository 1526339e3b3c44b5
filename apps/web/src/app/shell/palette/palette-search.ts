export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly note?: string | undefined;
}

/** Maximum results per kind. */
export const SHOWN_MAX = 20;

/** Entries that contain every typed word; prefix matches come first. */
export function searchEntries<T extends PaletteEntry>(entries: readonly T[], typed: string): T[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return entries.slice(0, SHOWN_MAX);
  const words = text.split(/\s+/);
  const starting: T[] = [];
  const containing: T[] = [];
  for (const entry of entries) {
    const label = entry.label.toLowerCase();
    if (label.startsWith(text)) starting.push(entry);
    else if (containing.length < SHOWN_MAX) {
      const whole = `${label} ${entry.note?.toLowerCase() ?? ''}`;
      if (words.every((word) => whole.includes(word))) containing.push(entry);
    }
    if (starting.length === SHOWN_MAX) break;
  }
  return [...starting, ...containing].slice(0, SHOWN_MAX);
}
