/**
 * Devices say more than a version when they say hello: `OpenWrt 23.05 / TIP-v4.2`, `CAP-620 5.0.0`. A device runs
 * a version when what it says is that version, letter by letter but for case and spaces, or when what stands
 * behind its last slash is, as a whole or by its last word; `TIP-` and `v` before a figure count for nothing on
 * either side. Nothing is ever compared in part: 4.2 is neither 4.2.1 nor 4.2-rc1.
 */
export function runsVersion(firmware: string, version: string): boolean {
  const wanted = versionKey(version);
  if (wanted === '') return false;
  const said = plain(firmware);
  const last = said.slice(said.lastIndexOf('/') + 1).trim();
  const word = last.slice(last.lastIndexOf(' ') + 1);
  return [said, last, word].some((part) => versionKey(part) === wanted);
}

/** What two ways to write the same version have in common. */
export function versionKey(version: string): string {
  return plain(version)
    .replace(/^tip-(?=.)/, '')
    .replace(/^v(?=\d)/, '');
}

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
