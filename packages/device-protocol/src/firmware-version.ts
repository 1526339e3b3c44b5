/**
 * Compares the firmware of a hello, such as `OpenWrt 23.05 / TIP-v4.2` or `CAP-620 5.0.0`, with a version. It matches
 * as a whole, by the part behind its last slash, or by the last word of that part, without regard to case and spaces;
 * `TIP-` and `v` before a digit are ignored on both sides. There is no partial match: 4.2 is neither 4.2.1 nor 4.2-rc1.
 */
export function runsVersion(firmware: string, version: string): boolean {
  const wanted = versionKey(version);
  if (wanted === '') return false;
  const whole = plain(firmware);
  const last = whole.slice(whole.lastIndexOf('/') + 1).trim();
  const lowerCase = last.slice(last.lastIndexOf(' ') + 1);
  return [whole, last, lowerCase].some((part) => versionKey(part) === wanted);
}

/** Normalized form of a version. */
export function versionKey(version: string): string {
  return plain(version)
    .replace(/^tip-(?=.)/, '')
    .replace(/^v(?=\d)/, '');
}

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
