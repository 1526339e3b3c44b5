import { isIpv4 } from './ipv4.ts';

/** The longest notation: six groups and a dotted quad. */
const LONGEST = 45;
const GROUPS = 8;

function groupsIn(part: string, mayEndInIpv4: boolean): number | null {
  if (part === '') return 0;
  const groups = part.split(':');
  const last = groups[groups.length - 1] ?? '';
  const endsInIpv4 = mayEndInIpv4 && isIpv4(last);
  const hexGroups = endsInIpv4 ? groups.slice(0, -1) : groups;
  if (!hexGroups.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return null;
  return hexGroups.length + (endsInIpv4 ? 2 : 0);
}

/** Without zone (`%eth0`), brackets or prefix length. */
export function isIpv6(text: string): boolean {
  if (text.length > LONGEST) return false;
  const halves = text.split('::');
  if (halves.length === 1) return groupsIn(text, true) === GROUPS;
  if (halves.length > 2) return false;
  const before = groupsIn(halves[0] ?? '', false);
  const after = groupsIn(halves[1] ?? '', true);
  return before !== null && after !== null && before + after < GROUPS;
}
