import { storableText } from '@airloom/device-protocol/storable-text';

/** JSON that any column takes, whatever a device put into its texts. */
export function plainJson(value: unknown): string {
  const text = JSON.stringify(value);
  // Anything that needs an escape beginning so is rare; only then is a second, slower look worth it.
  if (!text.includes(String.raw`\u`)) return text;
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? storableText(part) : part,
  );
}
