const OTHERS = 'input, textarea, dialog, [role="dialog"]';

/** A key that nobody else took: whoever writes, or looks at a dialog, does not mean the wall. */
export function isScreenShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target instanceof Element && event.target.closest(OTHERS));
}
