import { storableText } from '@airloom/device-protocol/storable-text';

/** JSON that every text column accepts, whatever texts a device sends. */
export function plainJson(value: unknown): string {
  const text = JSON.stringify(value);
  // Such escapes are rare; only then is the slower replacement needed.
  if (!text.includes(String.raw`\u`)) return text;
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? storableText(part) : part,
  );
}
