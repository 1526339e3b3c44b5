import type { MalformedReason } from '../model.ts';
import { storableText } from '../storable-text.ts';

const DEPTH_MAX = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: MalformedReason };

/**
 * Parses JSON, refusing excessive nesting before building it. Devices copy SSIDs and host names in any encoding: bytes
 * that are not UTF-8 become U+FFFD.
 */
export function parseJson(bytes: Buffer): Parsed {
  if (!isShallow(bytes)) return { ok: false, why: 'tooDeep' };
  const text = bytes.toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    // Only escapes can contain NUL and lone surrogates, which databases do not store.
    return { ok: true, value: text.includes('\\u') ? storable(value) : value };
  } catch {
    return { ok: false, why: 'notJson' };
  }
}

function isShallow(bytes: Buffer): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (quoted) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) {
      quoted = true;
    } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      depth += 1;
      if (depth > DEPTH_MAX) return false;
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
      depth -= 1;
    }
  }
  return true;
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [storableText(key), storable(held)]));
}
