import { createHmac } from 'node:crypto';
import { sameBytes } from '../../platform/secrets.ts';

interface Signed {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** What a receiver computes too: id, time and body under the secret both know. */
export function signatureOf(secret: string, { id, timestamp, body }: Signed): string {
  return `v1=${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('hex')}`;
}

/** As a receiver should check it; a time too far from now is a copy somebody kept. */
export function isSignedBy(
  secret: string,
  signed: Signed,
  signature: string,
  { now, toleranceSeconds }: { readonly now: number; readonly toleranceSeconds: number },
): boolean {
  if (Math.abs(now - signed.timestamp) > toleranceSeconds) return false;
  return sameBytes(Buffer.from(signatureOf(secret, signed)), Buffer.from(signature));
}
