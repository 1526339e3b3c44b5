import type { IncomingHttpHeaders } from 'node:http';

const SCHEME = 'Bearer ';

/** The token a script or app sends in the authorization header. */
export function bearerToken(headers: IncomingHttpHeaders): string | undefined {
  const { authorization } = headers;
  return authorization?.startsWith(SCHEME) ? authorization.slice(SCHEME.length).trim() : undefined;
}
