/** Characters, not punctuation: `，` is full-width, yet no Chinese writing. */
export function hasChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}
