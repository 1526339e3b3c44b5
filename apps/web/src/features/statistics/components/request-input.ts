import type { Place } from '../../../shared/session/place.ts';
import type { StatisticsRequest } from './use-statistics-request.ts';

/** Beside what comes live, so that the window moves on. */
const READ_AGAIN_MS = 60_000;

export function requestInput({ place, window }: Pick<StatisticsRequest, 'place' | 'window'>) {
  return { ...place, ...(window.asked ?? { range: 'day' as const }) };
}

/** Figures of one place never stand under the name of another, not even while those are read. */
export function isOf({ siteUUID, enterpriseUUID }: Place) {
  return (answered: unknown): boolean =>
    isPlaced(answered) && answered.siteUUID === siteUUID && answered.enterpriseUUID === enterpriseUUID;
}

function isPlaced(answered: unknown): answered is Partial<Place> {
  return typeof answered === 'object' && answered !== null;
}

/** An interval that breaks a rule is not request for: what was shown before stays beside what is wrong. */
export function requestOptions({ place, window }: Pick<StatisticsRequest, 'place' | 'window'>) {
  return {
    keepPrevious: isOf(place),
    enabled: window.asked !== null,
    ...(window.moves ? { every: READ_AGAIN_MS } : {}),
  };
}
