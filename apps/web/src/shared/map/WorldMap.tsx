import type { SiteState } from '@airloom/contract/statistics/statistics.model';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/actions/IconButton.tsx';
import { clustersOf } from './clusters.ts';
import { Lands } from './Lands.tsx';
import { MapList } from './MapList.tsx';
import { Markers } from './Markers.tsx';
import './map.css';
import { type Coordinates, project } from './projection.ts';
import { useMapView } from './use-map-view.ts';
import { CLOSEST, fitView } from './view.ts';

export interface PlacedSite {
  readonly id: string;
  readonly name: string;
  readonly coordinates: Coordinates;
  readonly state: SiteState;
  /** What is known of it, in a line. */
  readonly description: string;
}

interface WorldMapProps {
  sites: readonly PlacedSite[];
  label: string;
  onOpen(id: string): void;
  /** Big screen: size of the names; only sites are interactive. */
  pixels?: number;
}

const PAN_PX = 80;
const PIXELS = 12;
/** What the tools at the end take. */
const TOOLS_PX = 48;

/** Sites on a map drawn from what the program brings along: nobody outside is asked for it. */
export function WorldMap({ sites, label, onOpen, pixels }: WorldMapProps) {
  const { t } = useTranslation();
  const type = pixels ?? PIXELS;
  const reach = type * 3;
  const frame = useRef<HTMLDivElement>(null);
  const placed = useMemo(() => sites.map((site) => ({ ...site, ...project(site.coordinates) })), [sites]);
  const map = useMapView(frame, placed, type * 5);
  const { view, size } = map;
  const [listed, setListed] = useState<readonly PlacedSite[]>([]);
  const clusters = useMemo(() => {
    if (!view) return [];
    const near = clustersOf(
      placed.map((site) => ({ ...site, x: site.x * view.scale, y: site.y * view.scale })),
      reach,
    );
    return near.map(({ x, y, items }) => ({ x: x / view.scale, y: y / view.scale, items }));
  }, [placed, view, reach]);

  function steer(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => map.move(PAN_PX, 0),
      ArrowRight: () => map.move(-PAN_PX, 0),
      ArrowUp: () => map.move(0, PAN_PX),
      ArrowDown: () => map.move(0, -PAN_PX),
      '+': () => map.zoom(1),
      '-': () => map.zoom(-1),
      '0': map.fit,
    };
    const step = event.target === event.currentTarget ? steps[event.key] : undefined;
    if (!step) return;
    event.preventDefault();
    step();
  }

  function openCluster(ids: readonly string[]): void {
    if (!size) return;
    const within = placed.filter((site) => ids.includes(site.id));
    const [only, ...others] = within;
    if (only && others.length === 0) return onOpen(only.id);
    const fit = fitView(within, size, type * 5, CLOSEST);
    const scaled = within.map(({ x, y }) => ({ x: x * fit.scale, y: y * fit.scale }));
    // Sites at nearly the same place never separate: they are selected from a list.
    if (clustersOf(scaled, reach).length === 1) setListed(within);
    else map.show(fit);
  }

  return (
    <div className="map" style={{ fontSize: type }}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the map is steered as a whole, by keys and pointer */}
      <div
        ref={frame}
        className="map-frame"
        role="application"
        aria-label={label}
        aria-roledescription={t('health.map.role')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        onKeyDown={steer}
      >
        {view && size && (
          <>
            <Lands view={view} size={size} />
            <Markers
              clusters={clusters}
              view={view}
              size={size}
              type={type}
              covered={pixels === undefined ? TOOLS_PX : 0}
              onOpen={openCluster}
            />
          </>
        )}
      </div>
      {listed.length > 0 && (
        <MapList
          sites={listed}
          onOpen={(id) => {
            setListed([]);
            onOpen(id);
          }}
          onClose={() => setListed([])}
        />
      )}
      {pixels === undefined && (
        <div className="map-tools">
          <IconButton icon="plus" label={t('health.map.closer')} onClick={() => map.zoom(1)} />
          <IconButton icon="minus" label={t('health.map.further')} onClick={() => map.zoom(-1)} />
          <IconButton icon="fit" label={t('health.map.fit')} onClick={map.fit} />
        </div>
      )}
    </div>
  );
}
