import { randomBytes } from 'node:crypto';
import { SIGN_IN_LIMITS } from '@airloom/contract/identity/identity.limits';
import { Secret, TOTP } from 'otpauth';
import type { Vault } from '../../../../platform/secrets.ts';

const ISSUER = 'Airloom';
const PERIOD_SECONDS = 30;
/** One step either way, for clock drift. */
const WINDOW = 1;
/** A used step further ahead than this is from before the clock was set back. */
export const STEPS_AHEAD_MAX = 2 * WINDOW;

export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function totpUri(secret: string, userName: string): string {
  return totpOf(secret, userName).toString();
}

/** The time step of a code, or null when it is wrong or used. */
export function matchingStep(
  secret: string,
  code: string,
  now: Date,
  lastStep: number | null,
): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret, '').validate({ token: code, window: WINDOW, timestamp });
  if (delta === null) return null;
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
  const isUsed = lastStep !== null && step <= lastStep && lastStep <= step + STEPS_AHEAD_MAX;
  return isUsed ? null : step;
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: SIGN_IN_LIMITS.recoveryCodes }, () => {
    const hex = randomBytes(5).toString('hex');
    return `${hex.slice(0, 5)}-${hex.slice(5)}`;
  });
}

export function recoveryHash(vault: Vault, managerId: string, code: string): string {
  return vault.mac('recovery-code', `${managerId}\n${code.toLowerCase()}`).toString('hex');
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });
}
