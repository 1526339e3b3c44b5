import { FIRMWARE_LIMITS } from '@airloom/contract/firmware/firmware.limits';
import { sameBytes, type Vault } from '../../../platform/secrets.ts';

const PURPOSE = 'firmware address';
const SIGNED = /^(?<token>[\w-]{20,128})\.(?<expires>\d{1,12})\.(?<signature>[\w-]{1,64})$/;

/** Expiring tokens signed by this installation: `token.expires.signature`, `expires` in Unix seconds. */
export class SignedTokens {
  readonly #vault: Pick<Vault, 'mac'>;
  readonly #now: () => Date;

  constructor(vault: Pick<Vault, 'mac'>, now: () => Date) {
    this.#vault = vault;
    this.#now = now;
  }

  /** Valid for the maximum duration of an upgrade attempt. */
  sign(token: string): string {
    const expires = Math.ceil((this.#now().getTime() + FIRMWARE_LIMITS.attemptMaxMs) / 1000);
    return `${token}.${expires}.${this.#signature(token, expires).toString('base64url')}`;
  }

  /** Returns the token, unless it has expired or has another signature. */
  verify(signed: string): string | null {
    const { token, expires, signature } = SIGNED.exec(signed)?.groups ?? {};
    if (token === undefined || expires === undefined || signature === undefined) return null;
    if (Number(expires) * 1000 <= this.#now().getTime()) return null;
    const expected = this.#signature(token, Number(expires));
    return sameBytes(Buffer.from(signature, 'base64url'), expected) ? token : null;
  }

  #signature(token: string, expires: number): Buffer {
    return this.#vault.mac(PURPOSE, `${token} ${expires}`);
  }
}
