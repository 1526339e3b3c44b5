import { timeZones } from '@airloom/contract/formats/text/time-zones';
import type { Digest } from '@airloom/contract/notices/notices.model';
import { DAY, HOUR, MINUTE } from '@airloom/contract/time';

/** Notation of site time zones. */
export function zoneName(minutes: number): string {
  return timeZones.find((zone) => zone.minutes === minutes)?.value ?? 'UTC+00:00';
}

type Gathered = Exclude<Digest, 'none'>;
const GATHERED: readonly Gathered[] = ['hourly', 'daily'];

/** Time of the daily digest, by the clock of the site. */
const MORNING_MS = 8 * HOUR;

export interface DigestPeriod {
  readonly from: Date;
  /** Exclusive: the time it is sent. */
  readonly to: Date;
}

/** Identifies a digest of a setting; the setting may change before it is sent. */
export function digestDetail(digest: Gathered, to: Date, zoneMinutes: number): string {
  return `${digest} ${to.toISOString()} ${zoneMinutes}`;
}

/** The period of a digest, from its detail. */
export function periodOfDetail(detail: string, zoneMinutes: number): DigestPeriod | null {
  const [kind, end = ''] = detail.split(' ');
  const digest = GATHERED.find((one) => one === kind);
  return digest === undefined ? null : digestPeriod(digest, new Date(Date.parse(end) - 1), zoneMinutes);
}

/** The period of a digest that contains `at`. */
export function digestPeriod(digest: Gathered, at: Date, zoneMinutes: number): DigestPeriod {
  const length = digest === 'hourly' ? HOUR : DAY;
  const shift = zoneMinutes * MINUTE - (digest === 'hourly' ? 0 : MORNING_MS);
  const from = Math.floor((at.getTime() + shift) / length) * length - shift;
  return { from: new Date(from), to: new Date(from + length) };
}
