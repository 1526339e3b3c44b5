import { API_BASE } from '@airloom/contract/call';
import type { RequestInfo } from '../../../../platform/http/context.ts';
import { newToken, sameBytes, type Vault } from '../../../../platform/secrets.ts';

const COOKIE = 'airloom_known';
const PATH = `${API_BASE}/user`;
const SECONDS = 180 * 24 * 60 * 60;

/**
 * Recognizes a browser that signed a person in, by a cookie that only this installation can create. Its attempts are
 * counted separately, so that guessing from elsewhere does not lock the person out.
 */
export function rememberBrowser(vault: Vault, managerId: string, request: RequestInfo): void {
  if (knownBrowser(vault, managerId, request) !== null) return;
  const id = newToken();
  request.setCookie(COOKIE, `${id}.${seal(vault, managerId, id)}`, { path: PATH, maxAgeSeconds: SECONDS });
}

/** The browser's id when this person signed in with it before. */
export function knownBrowser(vault: Vault, managerId: string, request: RequestInfo): string | null {
  const [id = '', given = ''] = (request.cookie(COOKIE) ?? '').split('.');
  return sameBytes(Buffer.from(given), Buffer.from(seal(vault, managerId, id))) ? id : null;
}

function seal(vault: Vault, managerId: string, id: string): string {
  return vault.mac('known-browser', `${managerId}\n${id}`).toString('base64url');
}
