import { createHmac } from 'node:crypto';

export interface Signed {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** HMAC over id, time and body with the shared secret, as the receiver computes it. */
export function signatureOf(secret: string, { id, timestamp, body }: Signed): string {
  return `v1=${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('hex')}`;
}
