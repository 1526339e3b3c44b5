import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Place } from '../../shared/session/place.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { usePlace } from '../../shared/session/use-place.ts';

const KEY = 'homeScope';
const CHOSEN = 'chosen';
export const EVERYWHERE: Place = { siteUUID: undefined, enterpriseUUID: undefined };

export interface HomeScope {
  /** Everything visible, or the selected scope. */
  wide: boolean;
  place: Place;
  choose(wide: boolean): void;
}

/** Everything by default; selecting a site or an organization switches to it. */
export function useHomeScope(): HomeScope {
  const chosen = usePlace();
  const current = useSession((state) => state.currentSite?.id);
  const [kept, setKept] = useState(() => localStorage.getItem(KEY) !== CHOSEN);
  const last = useRef(current);

  const choose = useCallback((wide: boolean): void => {
    localStorage.setItem(KEY, wide ? 'everything' : CHOSEN);
    setKept(wide);
  }, []);

  useEffect(() => {
    if (current === last.current) return;
    // The site found when the page loads is not a choice; only a later change is.
    if (last.current !== undefined) choose(false);
    last.current = current;
  }, [current, choose]);

  const wide = kept || current === undefined;
  return useMemo(() => ({ wide, place: wide ? EVERYWHERE : chosen, choose }), [wide, chosen, choose]);
}
