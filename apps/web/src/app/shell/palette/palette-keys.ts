/** What opens the palette, as it is written on this machine's keys. */
export const PALETTE_KEYS: readonly string[] = /Mac|iPhone|iPad/.test(navigator.platform)
  ? ['⌘', 'K']
  : ['Ctrl', 'K'];
