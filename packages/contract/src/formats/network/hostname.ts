import { isIpv6 } from './ipv6.ts';

const NAME_MAX = 253;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** RFC 1123. A last label of digits alone is refused: such a name is a mistyped IPv4 address. */
export function isHostname(text: string): boolean {
  if (text.length > NAME_MAX) return false;
  const labels = text.split('.');
  const last = labels[labels.length - 1] ?? '';
  return labels.every((label) => LABEL.test(label)) && !/^[0-9]+$/.test(last);
}

export function isHostnameOrIpv6(text: string): boolean {
  return isHostname(text) || isIpv6(text);
}
