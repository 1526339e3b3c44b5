import { isHostname } from './hostname.ts';
import { isIpv4 } from './ipv4.ts';
import { isIpv6 } from './ipv6.ts';
import { isPort } from './port.ts';

const SCHEME = /^https?:\/\//i;
const HOST_AND_PORT = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+))(?::([0-9]+))?$/;
/** Browsers drop or rewrite these, so the opened address would differ from the checked one. */
const UNSAFE = /[\s\p{Cc}\p{Cf}\p{Cs}\\<>"^`{|}]/u;

function isHostAndPort(text: string): boolean {
  const match = HOST_AND_PORT.exec(text);
  if (!match) return false;
  const [, ipv6, name, port] = match;
  if (port !== undefined && !isPort(port)) return false;
  if (ipv6 !== undefined) return isIpv6(ipv6);
  return name !== undefined && (isHostname(name) || isIpv4(name));
}

/**
 * An absolute http(s) address. The host is ASCII (an international name in its xn-- form, against
 * homographs) and there is no user name or password.
 */
export function isHttpUrl(text: string): boolean {
  const scheme = SCHEME.exec(text);
  if (!scheme || UNSAFE.test(text)) return false;
  const rest = text.slice(scheme[0].length);
  const end = rest.search(/[/?#]/);
  return isHostAndPort(end === -1 ? rest : rest.slice(0, end));
}
