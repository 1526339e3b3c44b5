import { type GeoPermissibleObjects, geoEqualEarth, geoPath, geoStream } from 'd3-geo';
import type { Point } from '../viewport/geometry.ts';

const SPHERE = { width: 1_000, height: 487 } as const;

/** The flat world everything is placed on, in units of its own: down to Cape Horn, as nobody has sites below. */
export const WORLD = { width: SPHERE.width, height: 440 } as const;

export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** Turned a little, so that the edge of the map runs through the Bering Strait and not through Chukotka. */
const projection = geoEqualEarth()
  .rotate([-11, 0])
  .fitSize([SPHERE.width, SPHERE.height], { type: 'Sphere' });

export function project({ latitude, longitude }: Coordinates): Point {
  const [x, y] = projection([longitude, latitude]) ?? [0, 0];
  return { x, y };
}

/** How far a point may be from its projection, in units of the map. */
const SAME = 1e-3;

/** The coordinates of a point of the map; null beside the world. */
export function unproject({ x, y }: Point): Coordinates | null {
  const [longitude, latitude] = projection.invert?.([x, y]) ?? [Number.NaN, Number.NaN];
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) return null;
  const again = project({ latitude, longitude });
  return Math.hypot(again.x - x, again.y - y) < SAME ? { latitude, longitude } : null;
}

/** Projecting is what takes long: done once, everything else is measured on the flat shape. */
function flattened(shape: GeoPermissibleObjects) {
  const polygons: [number, number][][][] = [];
  let ring: [number, number][] = [];
  geoStream(
    shape,
    projection.stream({
      polygonStart: () => polygons.push([]),
      lineStart: () => {
        ring = [];
      },
      point: (x, y) => ring.push([x, y]),
      lineEnd: () => {
        const [first] = ring;
        if (first) polygons.at(-1)?.push([...ring, first]);
      },
      polygonEnd: () => undefined,
    }),
  );
  return { type: 'MultiPolygon', coordinates: polygons } as const;
}

const path = geoPath().digits(2);

/** What is drawn of a shape, the box it fills and where its middle is. */
export function drawn(shape: GeoPermissibleObjects) {
  const flat = flattened(shape);
  const [[left, top], [right, bottom]] = path.bounds(flat);
  const [x, y] = path.centroid(flat);
  return { line: path(flat) ?? '', area: path.area(flat), left, top, right, bottom, x, y };
}
