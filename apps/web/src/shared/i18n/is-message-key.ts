import { i18n, type MessageKey } from './i18n.ts';

/** Keys that arrive as data, from rules or the server, are checked against the loaded texts. */
export function isMessageKey(key: string): key is MessageKey {
  return i18n.exists(key);
}
