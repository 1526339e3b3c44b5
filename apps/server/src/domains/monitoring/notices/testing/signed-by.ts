import { sameBytes } from '../../../../platform/secrets.ts';
import { type Signed, signatureOf } from '../delivery/signature.ts';

/** As a receiver should check it; a time too far from now is a replay. */
export function isSignedBy(
  secret: string,
  signed: Signed,
  signature: string,
  { now, toleranceSeconds }: { readonly now: number; readonly toleranceSeconds: number },
): boolean {
  if (Math.abs(now - signed.timestamp) > toleranceSeconds) return false;
  return sameBytes(Buffer.from(signatureOf(secret, signed)), Buffer.from(signature));
}
