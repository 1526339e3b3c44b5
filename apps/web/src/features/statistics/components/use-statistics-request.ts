import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ChosenWindow, WindowChange } from '../../../shared/chart/time-window.ts';
import { useChosenWindow } from '../../../shared/chart/use-chosen-window.ts';
import { EVERYTHING, type Place, placeOf } from '../../../shared/session/place.ts';
import { siteTreeQuery } from '../../../shared/session/session-actions.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { useScope } from '../../../shared/session/use-place.ts';
import { type ScopeChoice, scopeChoices } from '../scope.ts';

export interface StatisticsRequest {
  place: Place;
  placeName: string;
  scope: string;
  scopes: readonly ScopeChoice[];
  /** Scope parameter for links to lists; undefined where it is the selected scope. */
  at: string | undefined;
  window: ChosenWindow;
  setScope(value: string): void;
  setWindow(next: WindowChange): void;
  /** This page for one site with the same window. */
  linkToSite(siteUUID: string): string;
}

const AT = 'at';
/** Parameters that a link to another site keeps. */
const KEPT: readonly string[] = ['range', 'from', 'to'];

/** Scope and time window of the page, both from the address. */
export function useStatisticsRequest(): StatisticsRequest {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const inView = useSession((state) => state.currentSite);
  const { data: tree } = useQuery(siteTreeQuery);
  const scope = useScope();
  const everything = t('statistics.scope.everything');
  const scopes = useMemo(() => scopeChoices(tree, everything), [tree, everything]);
  const [window, setWindow] = useChosenWindow();

  function setScope(value: string): void {
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('page');
        if (value === inView?.id) next.delete(AT);
        else next.set(AT, value);
        return next;
      },
      { replace: true },
    );
  }

  // Selecting another site in the console switches the page to it.
  const seen = useRef(inView?.id);
  useEffect(() => {
    if (seen.current === inView?.id) return;
    seen.current = inView?.id;
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete(AT);
        return next;
      },
      { replace: true },
    );
  }, [inView?.id, setQuery]);

  const linkToSite = useCallback(
    (siteUUID: string) => {
      const next = new URLSearchParams([...query].filter(([name]) => KEPT.includes(name)));
      next.set(AT, siteUUID);
      return `?${next}`;
    },
    [query],
  );

  return {
    place: useMemo(() => placeOf(scope), [scope]),
    placeName: scope?.name ?? everything,
    scope: scope?.id ?? EVERYTHING,
    scopes,
    at: scope !== null && scope.id === inView?.id ? undefined : (scope?.id ?? EVERYTHING),
    window,
    setScope,
    setWindow,
    linkToSite,
  };
}
