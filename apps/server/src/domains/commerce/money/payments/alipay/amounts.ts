import { HOUR } from '@airloom/contract/time';

/** Fen as Alipay writes money; never through a fraction. */
export function yuanOf(fen: number): string {
  return `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
}

/** Null for anything but an amount with at most two decimals. */
export function fenOf(yuan: string | undefined): number | null {
  const [, whole, decimals = ''] = /^(\d{1,11})(?:\.(\d{1,2}))?$/.exec(yuan ?? '') ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}

/** Times of Alipay are those of Beijing, whatever the zone of this process is. */
export function beijingTime(at: Date): string {
  return new Date(at.getTime() + 8 * HOUR).toISOString().slice(0, 19).replace('T', ' ');
}
