import { randomBytes } from 'node:crypto';

/** A Wi-Fi password that nobody knows by heart. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url');
}
