import type { NetworkHealth, SiteHealth } from '@airloom/contract/statistics/statistics.model';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { StateSign } from '../../../shared/health/StateSign.tsx';
import { worstFirst } from '../../../shared/health/site-state.ts';
import { useCutWords } from '../../../shared/health/use-cut-words.ts';
import { usePlacedSites } from '../../../shared/health/use-placed-sites.ts';
import { useSiteWords } from '../../../shared/health/use-site-words.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import type { Place } from '../../../shared/session/place.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { useHomeLinks } from '../home-links.ts';
import { Card } from './Card.tsx';
import './home.css';
import './sites.css';
import { OptionalLink } from './OptionalLink.tsx';
import { SITE_LIST } from './site-list.ts';

/** Loaded separately from the figures. */
const WorldMap = lazy(async () => {
  const [{ WorldMap: Loaded }] = await Promise.all([
    import('../../../shared/map/WorldMap.tsx'),
    import('world-atlas/countries-110m.json'),
  ]);
  return { default: Loaded };
});

/** Maximum number of listed sites, worst first. */
const LISTED = 100;

function SiteRow({ site, onOpen }: { site: SiteHealth; onOpen(id: string): void }) {
  const { t } = useTranslation();
  const words = useSiteWords();
  const operates = useHolds('site_manage:operate');
  const { state } = site;
  return (
    <li className="home-site">
      <StateSign state={state} />
      <div className="home-site-words">
        <button type="button" className="home-site-open" onClick={() => onOpen(site.siteUUID)}>
          {site.siteName}
          <span className="visually-hidden">: {t(`health.state.${state}`)}</span>
        </button>
        <span className="home-quiet">{words(site)}</span>
        {site.coordinates === null && (
          <span className="home-quiet">
            {operates ? (
              <Link to={`/topnav/site?edit=${site.siteUUID}`}>{t('home.map.place')}</Link>
            ) : (
              t('home.map.unplaced')
            )}
          </span>
        )}
      </div>
    </li>
  );
}

function CutNote({ health }: { health: NetworkHealth }) {
  const words = useCutWords(health);
  return words && <p className="home-quiet">{words}</p>;
}

interface MapCardProps {
  place: Place;
  /** Undefined while loading; the card keeps its height. */
  health: NetworkHealth | undefined;
  onOpen(siteUUID: string): void;
}

/** Sites and their states as map and list. */
export function MapCard({ place, health, onOpen }: MapCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const links = useHomeLinks(place);
  const sorted = useMemo(() => worstFirst(health?.sites ?? []), [health?.sites]);
  const placed = usePlacedSites(sorted);
  const total = health?.totals.sites ?? 0;
  const unplaced = health?.totals.unplaced ?? 0;
  return (
    <Card
      title={t('home.map.title')}
      more={{ to: links.sites, label: t('home.map.all') }}
      className="home-map-card"
    >
      <div className="home-map">
        <Suspense>
          <WorldMap sites={placed} label={t('home.map.title')} onOpen={onOpen} />
        </Suspense>
      </div>
      <div>
        {health && <CutNote health={health} />}
        {unplaced > 0 && (
          <p className="home-quiet">
            <OptionalLink to={links.sitesWithoutPlace}>
              {t('home.map.unplacedCount', { count: unplaced })}
            </OptionalLink>
          </p>
        )}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list must scroll by keyboard too */}
        <ul id={SITE_LIST} className="home-site-list" aria-label={t('home.map.list')} tabIndex={0}>
          {sorted.slice(0, LISTED).map((site) => (
            <SiteRow key={site.siteUUID} site={site} onOpen={onOpen} />
          ))}
        </ul>
        {total > LISTED && (
          <p className="home-quiet">
            {t('home.map.listed', { shown: format.number(LISTED), total: format.number(total) })}
          </p>
        )}
      </div>
    </Card>
  );
}
