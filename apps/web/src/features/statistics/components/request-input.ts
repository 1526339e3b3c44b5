import type { Place } from '../../../shared/session/place.ts';
import type { StatisticsRequest } from './use-statistics-request.ts';

/** In addition to live messages, so that the window moves. */
const READ_AGAIN_MS = 60_000;

export function requestInput({ place, window }: Pick<StatisticsRequest, 'place' | 'window'>) {
  return { ...place, ...(window.asked ?? { range: 'day' as const }) };
}

/** Keeps previous figures only for the same place. */
export function isOf({ siteUUID, enterpriseUUID }: Place) {
  return (answered: unknown): boolean =>
    isPlaced(answered) && answered.siteUUID === siteUUID && answered.enterpriseUUID === enterpriseUUID;
}

function isPlaced(answered: unknown): answered is Partial<Place> {
  return typeof answered === 'object' && answered !== null;
}

/** An invalid interval is not requested; earlier figures stay beside the error. */
export function requestOptions({ place, window }: Pick<StatisticsRequest, 'place' | 'window'>) {
  return {
    keepPrevious: isOf(place),
    enabled: window.asked !== null,
    ...(window.moves ? { every: READ_AGAIN_MS } : {}),
  };
}

/** The same for the window before; requested only while it is shown. */
export function previousInput(request: Pick<StatisticsRequest, 'place' | 'window'>) {
  return { ...requestInput(request), previous: true };
}

export function previousOptions(request: Pick<StatisticsRequest, 'place' | 'window' | 'comparing'>) {
  const options = requestOptions(request);
  return { ...options, enabled: options.enabled && request.comparing };
}
