import type { Vault } from '../secrets.ts';

/** Codes are stored hashed with the key of the installation: a copy of the database does not reveal them. */
export function codeHash(vault: Vault, purpose: string, target: string, code: string): Buffer {
  return vault.mac('verification-code', `${purpose}\n${target}\n${code}`);
}
