const OTHERS = 'input, textarea, dialog, [role="dialog"]';

/** Whether a key is a shortcut of the big screen: not handled elsewhere, and not typed into an input or dialog. */
export function isScreenShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target instanceof Element && event.target.closest(OTHERS));
}
