import type { Grant } from '@airloom/contract/permissions';
import type { Drawing } from '../Icon.tsx';

/** Something a person can do here. Buttons, row menus and the command palette are drawn from the same one. */
export interface Action {
  id: string;
  label: string;
  icon?: Drawing;
  /** The main thing to do on a page. */
  primary?: boolean;
  danger?: boolean;
  /** Used often: a button in the row of a list, beside the menu. */
  frequent?: boolean;
  /** Why it cannot be done now; the action shows, but does nothing. */
  blocked?: string | undefined;
  /** Hidden without this permission. */
  needs?: Grant;
  pending?: boolean;
  run(): void;
}
