import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { countryLabels } from '../../../shared/map/country-labels.ts';
import { detailOf, Lands, useCountries } from '../../../shared/map/Lands.tsx';
import { placeLabels } from '../../../shared/map/labels.ts';
import { IconButton } from '../../../shared/ui/actions/IconButton.tsx';
import type { Point, Size } from '../../../shared/viewport/geometry.ts';
import '../../../shared/map/map.css';
import './pin-map.css';
import { type Coordinates, project } from '../../../shared/map/projection.ts';
import { useMapView } from '../../../shared/map/use-map-view.ts';
import { fitView, toScreen, type View, zoomed } from '../../../shared/map/view.ts';
import { Pin } from './Pin.tsx';
import { coordinatesAt } from './pin-move.ts';

interface PinMapProps {
  /** Null: not placed yet. */
  coordinates: Coordinates | null;
  onChange(coordinates: Coordinates): void;
}

const TYPE_PX = 12;
const PADDING_PX = 60;
const PAN_PX = 80;
/** Closer than the map of all sites: a place within a city can be chosen. */
const CLOSEST = 400;
const CLICK_PX = 4;

function isInView({ x, y }: Point, { width, height }: Size): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height;
}

/** A map on which one place is chosen: by click, by dragging the pin, or by keys. */
export function PinMap({ coordinates, onChange }: PinMapProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const pressed = useRef<Point | null>(null);
  const [initial] = useState(() => (coordinates === null ? [] : [project(coordinates)]));
  const map = useMapView(frame, initial, PADDING_PX, CLOSEST);
  const { view, size, show } = map;

  // Coordinates that were typed or pasted are brought into view.
  useEffect(() => {
    if (coordinates === null || view === null || size === null) return;
    const world = project(coordinates);
    if (!isInView(toScreen(world, view, size), size)) show(fitView([world], size, PADDING_PX));
    // Moving the map must not bring it back.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the coordinates change
  }, [coordinates?.latitude, coordinates?.longitude]);

  function place(at: Point): void {
    if (view === null || size === null) return;
    const found = coordinatesAt(at, view, size);
    // The view stays where it is.
    show(view);
    if (found !== null) onChange(found);
  }

  /** Around the pin while it is in view. */
  function zoom(steps: number): void {
    if (view === null || size === null) return;
    const pin = coordinates && toScreen(project(coordinates), view, size);
    show(zoomed(view, size, steps, pin && isInView(pin, size) ? pin : undefined, CLOSEST));
  }

  function showWorld(): void {
    if (size !== null) show(fitView([], size, 0));
  }

  function pointAt({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const box = frame.current?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
  }

  function click(event: PointerEvent): void {
    const from = pressed.current;
    pressed.current = null;
    if (from === null || !(event.target instanceof Element) || event.target.closest('button')) return;
    const at = pointAt(event);
    if (Math.hypot(at.x - from.x, at.y - from.y) < CLICK_PX) place(at);
  }

  function press(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => map.move(PAN_PX, 0),
      ArrowRight: () => map.move(-PAN_PX, 0),
      ArrowUp: () => map.move(0, PAN_PX),
      ArrowDown: () => map.move(0, -PAN_PX),
      '+': () => zoom(1),
      '-': () => zoom(-1),
      '0': showWorld,
      Enter: () => size && place({ x: size.width / 2, y: size.height / 2 }),
    };
    const isZoom = event.key === '+' || event.key === '-';
    const step = event.target === event.currentTarget || isZoom ? steps[event.key] : undefined;
    if (!step) return;
    event.preventDefault();
    step();
  }

  return (
    <div className="map pin-map" style={{ fontSize: TYPE_PX }}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the map is steered as a whole, by keys and pointer */}
      <div
        ref={frame}
        className="map-frame"
        role="application"
        aria-label={t('organizations.site.map.label')}
        aria-roledescription={t('organizations.site.map.role')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={(event) => {
          pressed.current = event.button === 0 ? pointAt(event) : null;
        }}
        onPointerUp={click}
      >
        {view && size && (
          <>
            <Lands view={view} size={size} />
            <CountryNames view={view} size={size} />
            {coordinates && (
              <Pin
                coordinates={coordinates}
                view={view}
                size={size}
                pointAt={pointAt}
                onMove={(next) => {
                  show(view);
                  onChange(next);
                }}
              />
            )}
          </>
        )}
      </div>
      <div className="map-tools">
        <IconButton icon="plus" label={t('organizations.site.map.closer')} onClick={() => zoom(1)} />
        <IconButton icon="minus" label={t('organizations.site.map.further')} onClick={() => zoom(-1)} />
        <IconButton icon="fit" label={t('organizations.site.map.world')} onClick={showWorld} />
      </div>
    </div>
  );
}

function CountryNames({ view, size }: { view: View; size: Size }) {
  const format = useFormat();
  const countries = useCountries(detailOf(view, size));
  const names = useMemo(
    () => placeLabels(countryLabels(countries, view, size, TYPE_PX, format.regionName), [], size, TYPE_PX),
    [countries, view, size, format],
  );
  return (
    <div aria-hidden>
      {names.map(({ item, side }) => (
        <span
          key={item.key}
          className="map-country-name"
          data-side={side}
          style={{ left: item.x, top: item.y }}
        >
          {item.text}
        </span>
      ))}
    </div>
  );
}
