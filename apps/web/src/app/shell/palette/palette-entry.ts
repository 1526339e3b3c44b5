import type { Action } from '../../../shared/ui/actions/action.ts';
import type { Drawing } from '../../../shared/ui/Icon.tsx';
import type { PaletteEntry } from './palette-search.ts';

export interface Entry extends PaletteEntry {
  readonly icon: Drawing;
  /** Further actions on what was found; the first one opens it. */
  readonly actions?: readonly Action[];
  run(): void;
}

export interface EntryGroup {
  readonly id: string;
  readonly heading: string;
  readonly entries: readonly Entry[];
}

/** Value of an entry in the list of options. */
export function optionOf(group: EntryGroup, entry: Entry): string {
  return `${group.id} ${entry.id}`;
}
