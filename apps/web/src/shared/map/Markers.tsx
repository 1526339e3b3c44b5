import { SITE_STATES, type SiteState } from '@airloom/contract/statistics/statistics.model';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { StateSign } from '../health/StateSign.tsx';
import { useFormat } from '../i18n/use-format.ts';
import type { Size } from '../viewport/geometry.ts';
import type { Cluster } from './clusters.ts';
import { countryLabels } from './country-labels.ts';
import { detailOf, useCountries } from './Lands.tsx';
import { placeLabels } from './labels.ts';
import { toScreen, type View } from './view.ts';
import type { PlacedSite } from './WorldMap.tsx';

interface MarkersProps {
  clusters: readonly Cluster<PlacedSite & { x: number; y: number }>[];
  view: View;
  size: Size;
  /** How high letters are. */
  type: number;
  /** So much at the end is covered by other things. */
  covered: number;
  onOpen(ids: readonly string[]): void;
}

function worstOf(sites: readonly PlacedSite[]): SiteState {
  return SITE_STATES.find((state) => sites.some((site) => site.state === state)) ?? 'empty';
}

/** Sites and groups of them, their names, and where there is room the names of countries. */
export function Markers({ clusters, view, size, type, covered, onOpen }: MarkersProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const countries = useCountries(detailOf(view, size));
  const shown = useMemo(
    () =>
      clusters
        .map((cluster) => {
          const [only] = cluster.items;
          const alone = cluster.items.length === 1;
          const state = worstOf(cluster.items);
          return {
            ...toScreen(cluster, view, size),
            ids: cluster.items.map(({ id }) => id),
            alone,
            state,
            text: alone ? (only?.name ?? '') : '',
            gap: type * (alone ? 0.9 : 1.3),
            label: alone
              ? `${only?.name ?? ''}: ${t(`health.state.${state}`)}. ${only?.description ?? ''}`
              : t('health.map.cluster', {
                  count: cluster.items.length,
                  state: t(`health.state.${state}`),
                  names: format.list(cluster.items.slice(0, 5).map(({ name }) => name)),
                }),
          };
        })
        .filter(({ x, y }) => x > 0 && y > 0 && x < size.width && y < size.height),
    [clusters, view, size, type, t, format],
  );
  const names = useMemo(() => {
    const ofCountries = countryLabels(countries, view, size, type, format.regionName);
    const ofSites = shown
      .filter(({ alone }) => alone)
      .map((marker) => ({ ...marker, key: marker.ids[0] ?? '' }));
    const room = { ...size, width: size.width - covered };
    return {
      sites: placeLabels(ofSites, shown, room, type),
      all: placeLabels([...ofSites, ...ofCountries], shown, room, type),
    };
  }, [countries, shown, view, size, type, covered, format]);
  const siteKeys = new Set(names.sites.map(({ item }) => item.key));

  return (
    <>
      <div aria-hidden>
        {names.all.map(({ item, side }) => (
          <span
            key={item.key}
            className={siteKeys.has(item.key) ? 'map-site-name' : 'map-country-name'}
            data-side={side}
            style={{ left: item.x + (side === 'left' ? -item.gap : item.gap), top: item.y }}
          >
            {item.text}
          </span>
        ))}
      </div>
      <ul>
        {shown.map(({ x, y, ids, alone, state, label }) => (
          <li key={ids[0]} className="map-spot" style={{ left: x, top: y }}>
            <button
              type="button"
              className={alone ? 'map-marker' : 'map-cluster'}
              data-state={state}
              aria-label={label}
              title={label}
              onClick={() => onOpen(ids)}
            >
              {alone ? <StateSign state={state} size={type * 1.1} /> : format.number(ids.length)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
