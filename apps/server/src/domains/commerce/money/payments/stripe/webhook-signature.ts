import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE } from '@airloom/contract/time';

/** Older notifications may be replayed ones. */
const AGE_MAX_MS = 5 * MINUTE;

function digest(secret: string, seconds: string, body: string): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest();
}

/** The header `Stripe-Signature` of a notification. */
export function signWebhook(body: string, secret: string, at: Date): string {
  const seconds = String(Math.floor(at.getTime() / 1000));
  return `t=${seconds},v1=${digest(secret, seconds, body).toString('hex')}`;
}

/** Several signatures are sent while a secret is being replaced; one of them must be right. */
export function isSignedWebhook(body: string, header: string, secret: string, now: Date): boolean {
  const parts = header.split(',').map((part): [string, string] => {
    const at = part.indexOf('=');
    return [part.slice(0, at), part.slice(at + 1)];
  });
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(seconds)) return false;
  if (Math.abs(now.getTime() - Number(seconds) * 1000) > AGE_MAX_MS) return false;
  const expected = digest(secret, seconds, body);
  return parts.some(([name, value]) => {
    const given = name === 'v1' ? Buffer.from(value, 'hex') : null;
    return given?.length === expected.length && timingSafeEqual(given, expected);
  });
}
