export function isDigitsAndHyphen(text: string): boolean {
  return /^[0-9-]+$/.test(text);
}
