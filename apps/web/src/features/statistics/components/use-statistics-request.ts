import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ChosenWindow, WindowChange } from '../../../shared/chart/time-window.ts';
import { useChosenWindow } from '../../../shared/chart/use-chosen-window.ts';
import { useAddressFlag } from '../../../shared/routing/use-address-flag.ts';
import { type Place, placeOf } from '../../../shared/session/place.ts';
import { SCOPE_PARAMETER } from '../../../shared/session/scope-address.ts';
import { useScope } from '../../../shared/session/use-place.ts';

export interface StatisticsRequest {
  place: Place;
  placeName: string;
  window: ChosenWindow;
  setWindow(next: WindowChange): void;
  /** Whether the previous period is shown too. */
  comparing: boolean;
  setComparing(on: boolean): void;
  /** This page for one site with the same window. */
  linkToSite(siteUUID: string): string;
}

/** Parameters that a link to another site keeps. */
const KEPT: readonly string[] = ['range', 'from', 'to', 'zoom', 'previous'];

/** Scope and time window of the page, both from the address. */
export function useStatisticsRequest(): StatisticsRequest {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const scope = useScope();
  const [window, setWindow] = useChosenWindow();
  const [comparing, setComparing] = useAddressFlag('previous');
  const linkToSite = useCallback(
    (siteUUID: string) => {
      const next = new URLSearchParams([...query].filter(([name]) => KEPT.includes(name)));
      next.set(SCOPE_PARAMETER, siteUUID);
      return `?${next}`;
    },
    [query],
  );
  return {
    place: useMemo(() => placeOf(scope), [scope]),
    placeName: scope?.name ?? t('statistics.scope.everything'),
    window,
    setWindow,
    comparing,
    setComparing,
    linkToSite,
  };
}
