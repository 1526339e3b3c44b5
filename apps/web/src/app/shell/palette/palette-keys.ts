/** Label of the palette shortcut on this platform. */
export const PALETTE_KEYS: readonly string[] = /Mac|iPhone|iPad/.test(navigator.platform)
  ? ['⌘', 'K']
  : ['Ctrl', 'K'];
