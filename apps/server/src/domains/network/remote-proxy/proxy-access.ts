import { REMOTE_PROXY_LIMITS } from '@airloom/contract/remote-proxy/remote-proxy.limits';
import { hashToken, newToken, sameBytes, type Vault } from '../../../platform/secrets.ts';

/** Where a link opens the proxy; not a path of the device. */
export const OPEN_PATH = '/.airloom/open';
const PURPOSE = 'remote proxy';

interface Link {
  readonly membershipId: string;
  readonly until: number;
}

/**
 * Links to one proxy, each valid once, and the cookie that a browser gets for one. Both belong to the role assignment of
 * the person that asked for the link.
 */
export class ProxyAccess {
  readonly #id: string;
  readonly #vault: Pick<Vault, 'mac'>;
  readonly #monotonic: () => number;
  /** Browsers accept the prefix only over TLS, from this very host. */
  readonly cookieName: string;
  /** By the hash of the token. */
  readonly #links = new Map<string, Link>();

  constructor(
    { id, isSecure }: { readonly id: string; readonly isSecure: boolean },
    vault: Pick<Vault, 'mac'>,
    monotonic: () => number,
  ) {
    this.#id = id;
    this.#vault = vault;
    this.#monotonic = monotonic;
    this.cookieName = `${isSecure ? '__Host-' : ''}airloom_proxy_${shortId(id)}`;
  }

  /** The path of a new link. */
  newLink(membershipId: string): string {
    const token = newToken();
    const oldest = this.#links.keys().next().value;
    if (this.#links.size >= REMOTE_PROXY_LIMITS.linksMax && oldest !== undefined) this.#links.delete(oldest);
    this.#links.set(keyOf(token), { membershipId, until: this.#monotonic() + REMOTE_PROXY_LIMITS.linkMs });
    return `${OPEN_PATH}?token=${token}`;
  }

  /** The value of the cookie; null for a token that is unknown, used or too old. */
  useLink(token: string): string | null {
    const key = keyOf(token);
    const link = this.#links.get(key);
    this.#links.delete(key);
    if (link === undefined || this.#monotonic() > link.until) return null;
    return `${link.membershipId}.${this.#signature(link.membershipId).toString('base64url')}`;
  }

  /** The role assignment that the cookie was given to; null without a valid one. */
  personOf(cookieHeader: string | undefined): string | null {
    const prefix = `${this.cookieName}=`;
    for (const cookie of (cookieHeader ?? '').split(';')) {
      const text = cookie.trim();
      if (!text.startsWith(prefix)) continue;
      const [membershipId = '', signature = ''] = text.slice(prefix.length).split('.');
      if (sameBytes(Buffer.from(signature, 'base64url'), this.#signature(membershipId))) return membershipId;
    }
    return null;
  }

  /** Survives a restart of the console, and ends with the proxy. */
  #signature(membershipId: string): Buffer {
    return this.#vault.mac(PURPOSE, `${this.#id} ${membershipId}`);
  }
}

/** The random part of an id, for names of cookies. */
export function shortId(id: string): string {
  return id.slice(-12);
}

function keyOf(token: string): string {
  return hashToken(token).toString('base64');
}
