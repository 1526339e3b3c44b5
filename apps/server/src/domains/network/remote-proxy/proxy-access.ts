import { REMOTE_PROXY_LIMITS } from '@airloom/contract/remote-proxy/remote-proxy.limits';
import { hashToken, newToken, sameBytes, type Vault } from '../../../platform/secrets.ts';

/** Where a link opens the proxy; not a path of the device. */
export const OPEN_PATH = '/.airloom/open';
const PURPOSE = 'remote proxy';

/** Links to one proxy, each valid once, and the cookie that a browser gets for one. */
export class ProxyAccess {
  readonly #cookie: Buffer;
  readonly #monotonic: () => number;
  readonly cookieName: string;
  /** By the hash of the token, until when. */
  readonly #links = new Map<string, number>();

  constructor(id: string, port: number, vault: Pick<Vault, 'mac'>, monotonic: () => number) {
    // Survives a restart of the console, and ends with the proxy.
    this.#cookie = vault.mac(PURPOSE, id);
    this.#monotonic = monotonic;
    this.cookieName = `airloom_proxy_${port}`;
  }

  /** The path of a new link. */
  newLink(): string {
    const token = newToken();
    const oldest = this.#links.keys().next().value;
    if (this.#links.size >= REMOTE_PROXY_LIMITS.linksMax && oldest !== undefined) this.#links.delete(oldest);
    this.#links.set(keyOf(token), this.#monotonic() + REMOTE_PROXY_LIMITS.linkMs);
    return `${OPEN_PATH}?token=${token}`;
  }

  /** The value of the cookie; null for a token that is unknown, used or too old. */
  useLink(token: string): string | null {
    const key = keyOf(token);
    const until = this.#links.get(key);
    this.#links.delete(key);
    return until !== undefined && this.#monotonic() <= until ? this.#cookie.toString('base64url') : null;
  }

  admits(cookieHeader: string | undefined): boolean {
    const prefix = `${this.cookieName}=`;
    return (cookieHeader ?? '').split(';').some((cookie) => {
      const text = cookie.trim();
      return (
        text.startsWith(prefix) &&
        sameBytes(Buffer.from(text.slice(prefix.length), 'base64url'), this.#cookie)
      );
    });
  }
}

function keyOf(token: string): string {
  return hashToken(token).toString('base64');
}
