import type { NetworkHealth, SiteHealth } from '@airloom/contract/statistics/statistics.model';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDay } from '../../../shared/health/day.queries.ts';
import { StateSign } from '../../../shared/health/StateSign.tsx';
import { worstFirst } from '../../../shared/health/site-state.ts';
import { useCutWords } from '../../../shared/health/use-cut-words.ts';
import { usePlacedSites } from '../../../shared/health/use-placed-sites.ts';
import { useSiteWords } from '../../../shared/health/use-site-words.ts';
import { WorldMap } from '../../../shared/map/WorldMap.tsx';
import type { Place } from '../../../shared/session/place.ts';
import { usePixels } from '../use-pixels.ts';
import { ScreenRanking } from './ScreenRanking.tsx';
import './big-screen.css';
import './screen-chart.css';
import './panels.css';
import { DayCharts } from './DayCharts.tsx';
import { AlarmsPanel } from './SidePanels.tsx';

export function MapPanel({ health, onOpen }: { health: NetworkHealth; onOpen(id: string): void }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const pixels = usePixels(place);
  const placed = usePlacedSites(useMemo(() => worstFirst(health.sites), [health.sites]));
  const cut = useCutWords(health);
  return (
    <div ref={place} className="big-screen-map">
      {pixels !== null && (
        <WorldMap sites={placed} label={t('big-screen.panel.map')} onOpen={onOpen} pixels={pixels} />
      )}
      {cut && <p className="big-screen-quiet">{cut}</p>}
    </div>
  );
}

export function TrendsPanel({ place }: { place: Place }) {
  const { data: day } = useDay(place);
  return (
    day && (
      <div className="big-screen-charts">
        <DayCharts day={day} least={1_000} />
      </div>
    )
  );
}

export function TopsPanel({ place }: { place: Place }) {
  return (
    <div className="big-screen-tops">
      <ScreenRanking place={place} what="sites" />
      <ScreenRanking place={place} what="aps" />
      <ScreenRanking place={place} what="ssids" />
      <ScreenRanking place={place} what="terminals" />
    </div>
  );
}

/** One site: state, charts of the day, top users and alarms. */
export function SitePanel({ site }: { site: SiteHealth }) {
  const { t } = useTranslation();
  const words = useSiteWords();
  const { state } = site;
  const place = useMemo(() => ({ siteUUID: site.siteUUID, enterpriseUUID: undefined }), [site.siteUUID]);
  return (
    <div className="big-screen-site">
      <p className="big-screen-site-head" data-state={state}>
        <StateSign state={state} />
        <strong>{t(`health.state.${state}`)}</strong>
        <span className="big-screen-quiet">{words(site)}</span>
      </p>
      <TrendsPanel place={place} />
      <div className="big-screen-site-lists">
        <ScreenRanking place={place} what="aps" />
        {site.alarms !== null && site.alarms > 0 ? (
          <AlarmsPanel place={place} title={t('big-screen.alarms')} />
        ) : (
          <ScreenRanking place={place} what="terminals" />
        )}
      </div>
    </div>
  );
}
