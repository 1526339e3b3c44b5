/**
 * Length in UTF-8. A Chinese character of everyday use is 3 bytes there, as the rule wants, and the same
 * measure is true for every other text, since devices and radio frames count UTF-8 bytes too: é 2, ł 2,
 * an emoji or a rare Chinese character 4. Half of a surrogate pair is sent as the replacement character, 3.
 */
export function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
