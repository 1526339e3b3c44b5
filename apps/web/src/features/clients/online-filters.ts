import { CLIENT_LIMITS } from '@airloom/contract/clients/clients.limits';
import type { OnlineCounts } from '@airloom/contract/clients/online.model';
import { uuid } from '@airloom/contract/fields';

export const FILTERS = ['seen', 'show', 'ssid', 'deviceUUID'] as const;
export type FilterName = (typeof FILTERS)[number];

/** Filters of the counts above the list. */
export const SHOWN = ['any', '2G', '5G', '6G', 'wired', 'weak'] as const;
export type Shown = (typeof SHOWN)[number];

export function shownOf(text: string | undefined): Shown {
  return SHOWN.find((one) => one === text) ?? 'any';
}

/** Value of `seen` for all clients of the last days, online or not. */
export const LATELY = 'lately';

type Chosen = Readonly<Partial<Record<string, string>>>;

/** Filters of the address as call input. */
export function readFilters(chosen: Chosen) {
  const shown = shownOf(chosen['show']);
  return {
    ssid: chosen['ssid'],
    deviceUUID: uuid.safeParse(chosen['deviceUUID']).data,
    ...(shown === 'weak' ? { signalMost: CLIENT_LIMITS.weakSignal } : {}),
    ...(shown === 'any' || shown === 'weak' ? {} : { band: shown }),
  };
}

export function countOf(counts: OnlineCounts, shown: Shown): number {
  if (shown === 'any') return counts.total;
  if (shown === 'weak') return counts.weak;
  const band = shown === 'wired' ? null : shown;
  return counts.bands.find((one) => one.band === band)?.terminals ?? 0;
}
