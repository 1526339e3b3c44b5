/** What no database keeps in a text: NUL, and half a surrogate pair. */
// oxlint-disable-next-line no-control-regex -- NUL is what is looked for
const NUL = /\u0000/g;

/** JSON that any column takes, whatever a device put into its texts. */
export function plainJson(value: unknown): string {
  const text = JSON.stringify(value);
  // Anything that needs an escape beginning so is rare; only then is a second, slower look worth it.
  if (!text.includes(String.raw`\u`)) return text;
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll(NUL, '').toWellFormed() : part,
  );
}
