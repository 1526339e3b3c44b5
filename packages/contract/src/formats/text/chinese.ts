/** Characters, not punctuation: `，` is full-width, but not a Chinese character. */
export function hasChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}
