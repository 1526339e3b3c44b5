/**
 * Characters two columns wide: CJK punctuation and space, full-width forms, kana,
 * bopomofo and hangul. They look like ASCII ones, so that people could not repeat what they typed.
 */
export function hasFullWidth(text: string): boolean {
  return /[\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]/u.test(
    text,
  );
}
