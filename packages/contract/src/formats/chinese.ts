/** Characters, not punctuation: `，` and `　` are full-width, but they are not Chinese writing. */
export function hasChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}
