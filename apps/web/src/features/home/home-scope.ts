import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Place } from '../../shared/session/place.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { usePlace } from '../../shared/session/use-place.ts';

const KEY = 'homeScope';
const CHOSEN = 'chosen';
export const EVERYWHERE: Place = { siteUUID: undefined, enterpriseUUID: undefined };

export interface HomeScope {
  /** All one sees, or what the console is turned to. */
  wide: boolean;
  place: Place;
  choose(wide: boolean): void;
}

/** Everything at first; whoever turns the console to a site or an organization sees that one. */
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
    // A page that is loaded finds its site; only a change of it is somebody's choice.
    if (last.current !== undefined) choose(false);
    last.current = current;
  }, [current, choose]);

  const wide = kept || current === undefined;
  return useMemo(() => ({ wide, place: wide ? EVERYWHERE : chosen, choose }), [wide, chosen, choose]);
}
