import type { NetworkHealth } from '@airloom/contract/statistics/statistics.model';
import { lazy, Suspense, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { worstFirst } from '../../../shared/health/site-state.ts';
import { useCutWords } from '../../../shared/health/use-cut-words.ts';
import { usePlacedSites } from '../../../shared/health/use-placed-sites.ts';
import type { Place } from '../../../shared/session/place.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { useHomeLinks } from '../home-links.ts';
import { useMapOpen } from '../map-open.ts';
import './home.css';
import './sites.css';
import { OptionalLink } from './OptionalLink.tsx';

/** Loaded separately from the figures. */
const WorldMap = lazy(async () => {
  const [{ WorldMap: Loaded }] = await Promise.all([
    import('../../../shared/map/WorldMap.tsx'),
    import('world-atlas/countries-110m.json'),
  ]);
  return { default: Loaded };
});

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

function MapContent({ place, health, onOpen }: MapCardProps) {
  const { t } = useTranslation();
  const links = useHomeLinks(place);
  const sorted = useMemo(() => worstFirst(health?.sites ?? []), [health?.sites]);
  const placed = usePlacedSites(sorted);
  const unplaced = health?.totals.unplaced ?? 0;
  return (
    <>
      <div className="home-map">
        <Suspense>
          <WorldMap sites={placed} label={t('home.map.title')} onOpen={onOpen} />
        </Suspense>
      </div>
      {health && <CutNote health={health} />}
      {unplaced > 0 && (
        <p className="home-quiet">
          <OptionalLink to={links.sitesWithoutPlace}>
            {t('home.map.unplacedCount', { count: unplaced })}
          </OptionalLink>
        </p>
      )}
    </>
  );
}

/** Sites and their states on a map that can be hidden. */
export function MapCard(props: MapCardProps) {
  const { t } = useTranslation();
  const id = useId();
  const { isOpen, toggle } = useMapOpen();
  const links = useHomeLinks(props.place);
  return (
    <section className="card home-card home-map-card" aria-labelledby={id}>
      <header className="home-card-head">
        <h2 id={id}>
          <button type="button" className="home-map-toggle" aria-expanded={isOpen} onClick={toggle}>
            <Icon name={isOpen ? 'down' : 'right'} size={16} /> {t('home.map.title')}
          </button>
        </h2>
        <span className="home-space" />
        <OptionalLink to={links.sites} className="home-more">
          {t('home.map.all')}
        </OptionalLink>
      </header>
      {isOpen && <MapContent {...props} />}
    </section>
  );
}
