/**
 * 18 capitals and digits: WL, six of any kind, then a date (the 9th a letter, the 10th 1-9 or A/B/C, the
 * 11th and 12th a day 01-31), then six more.
 */
export function isCapSn(text: string): boolean {
  return /^WL[A-Z0-9]{6}[A-Z][1-9ABC](?:0[1-9]|[12][0-9]|3[01])[A-Z0-9]{6}$/.test(text);
}
