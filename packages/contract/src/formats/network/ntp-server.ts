import { isHostnameOrIpv6 } from './hostname.ts';
import { isIpv4 } from './ipv4.ts';

export function isNtpServer(text: string): boolean {
  return isIpv4(text) || isHostnameOrIpv6(text);
}
