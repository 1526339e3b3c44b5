import { type GeoPermissibleObjects, geoEqualEarth, geoPath } from 'd3-geo';

const SPHERE = { width: 1_000, height: 487 } as const;

/** The flat world everything is placed on, in units of its own: down to Cape Horn, as nobody has sites below. */
export const WORLD = { width: SPHERE.width, height: 440 } as const;

export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Turned a little, so that the edge of the map runs through the Bering Strait and not through Chukotka. */
const projection = geoEqualEarth()
  .rotate([-11, 0])
  .fitSize([SPHERE.width, SPHERE.height], { type: 'Sphere' });

export function project({ latitude, longitude }: Coordinates): Point {
  const [x, y] = projection([longitude, latitude]) ?? [0, 0];
  return { x, y };
}

const path = geoPath(projection).digits(2);

/** What is drawn of a shape, the box it fills and where its middle is. */
export function drawn(shape: GeoPermissibleObjects) {
  const [[left, top], [right, bottom]] = path.bounds(shape);
  const [x, y] = path.centroid(shape);
  return { line: path(shape) ?? '', area: path.area(shape), left, top, right, bottom, x, y };
}
