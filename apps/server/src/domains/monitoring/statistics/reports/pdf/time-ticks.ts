import { type Language, YUYAN } from '@airloom/contract/languages';
import { DAY, HOUR, MINUTE } from '@airloom/contract/time';
import { localTime, momentOf } from '@airloom/contract/zone-time';
import type { Tick } from '../../../../../platform/documents/document.ts';

const STEPS = [
  ...[5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 5, 7].map((days) => days * DAY),
];
const TICKS_MAX = 7;

/** Round times of a zone between two moments: hours within days, days beyond. */
export function timeTicks(from: number, to: number, zone: string, language: Language): Tick[] {
  const step = STEPS.find((one) => (to - from) / one <= TICKS_MAX) ?? 7 * DAY;
  const shown = new Intl.DateTimeFormat(YUYAN[language], {
    timeZone: 'UTC',
    ...(step >= DAY
      ? { month: 'short', day: 'numeric' }
      : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  });
  const ticks: Tick[] = [];
  const end = localTime(zone, to);
  for (let local = Math.ceil(localTime(zone, from) / step) * step; local <= end; local += step) {
    ticks.push({ at: momentOf(zone, local), text: shown.format(local) });
  }
  return ticks;
}
