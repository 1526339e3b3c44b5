import type { Feature, Geometry, MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import { drawn } from './projection.ts';

export interface Country {
  readonly key: string;
  /** Two letters; null for lands without a code of their own. */
  readonly region: string | null;
  readonly line: string;
  /** The box its largest part fills; where its name stands. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly name: { readonly x: number; readonly y: number; readonly width: number; readonly area: number };
}

const ANTARCTICA = '010';

/** How finely borders are drawn. */
export type Detail = 'coarse' | 'fine';

const ATLASES = {
  coarse: () => import('world-atlas/countries-110m.json'),
  fine: () => import('world-atlas/countries-50m.json'),
} as const satisfies Record<Detail, unknown>;

/** The atlas numbers countries; `und-620` is written `und-PT` in canonical form. */
export function regionOf(number: string | number | undefined): string | null {
  if (number === undefined) return null;
  const region = new Intl.Locale(`und-${String(number).padStart(3, '0')}`).region ?? '';
  return /^[A-Z]{2}$/.test(region) ? region : null;
}

function partsOf(geometry: Polygon | MultiPolygon): Polygon[] {
  if (geometry.type === 'Polygon') return [geometry];
  return geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
}

function isLand<P>(shape: Feature<Geometry, P>): shape is Feature<Polygon | MultiPolygon, P> {
  return shape.geometry.type === 'Polygon' || shape.geometry.type === 'MultiPolygon';
}

/** The countries of the world as lines to draw, in a chunk of their own: nothing waits for them. */
export async function loadCountries(detail: Detail): Promise<Country[]> {
  const { default: atlas } = await ATLASES[detail]();
  return feature(atlas, atlas.objects.countries)
    .features.filter(isLand)
    .filter(({ id }) => id !== ANTARCTICA)
    .map((shape, place) => {
      const parts = partsOf(shape.geometry).map(drawn);
      const largest = parts.reduce((most, part) => (part.area > most.area ? part : most));
      return {
        key: `${shape.id ?? ''}-${place}`,
        region: regionOf(shape.id),
        line: parts.map((part) => part.line).join(''),
        left: Math.min(...parts.map((part) => part.left)),
        right: Math.max(...parts.map((part) => part.right)),
        top: Math.min(...parts.map((part) => part.top)),
        bottom: Math.max(...parts.map((part) => part.bottom)),
        name: { x: largest.x, y: largest.y, width: largest.right - largest.left, area: largest.area },
      };
    });
}
