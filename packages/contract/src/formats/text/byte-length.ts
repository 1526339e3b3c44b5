const HAN = /\p{Script=Han}/u;

/**
 * Length in bytes as the rules count it: every Chinese character is 3, rare ones included, and everything else
 * is as long as in UTF-8: é 2, ł 2, an emoji 4. Half of a surrogate pair is sent as the replacement character, 3.
 */
export function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else bytes += code < 0x10000 || HAN.test(character) ? 3 : 4;
  }
  return bytes;
}

const ENCODER = new TextEncoder();

/** Length in UTF-8, as devices and radio frames carry the text. */
export function utf8Length(text: string): number {
  return ENCODER.encode(text).length;
}
