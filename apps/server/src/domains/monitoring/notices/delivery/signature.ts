import { createHmac } from 'node:crypto';

export interface Signed {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** What a receiver computes too: id, time and body under the secret both know. */
export function signatureOf(secret: string, { id, timestamp, body }: Signed): string {
  return `v1=${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('hex')}`;
}
