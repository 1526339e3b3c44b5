import type { Format } from '../i18n/make-format.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useClock } from './use-clock.ts';

export function DateTime({ at, zone }: { at: string; zone?: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
      {format.dateTime(at, zone)}
    </time>
  );
}

export function timeAgo(at: string, clock: number, format: Format, zone?: string) {
  return (
    <time dateTime={at} title={format.dateTime(at, zone)} style={{ whiteSpace: 'nowrap' }}>
      {format.ago(at, Math.max(clock, Date.parse(at)))}
    </time>
  );
}

export function TimeAgo({ at, zone }: { at: string; zone?: string }) {
  return timeAgo(at, useClock(), useFormat(), zone);
}
