import { coordinates } from '@airloom/contract/organizations/organizations.model';
import { siteInput } from '@airloom/contract/organizations/organizations.rules';
import { z } from 'zod';

export interface TypedCoordinates {
  latitude: number | null;
  longitude: number | null;
}

/** One coordinate may be missing while typing; a single one is refused. */
const typedCoordinates = z
  .object({ latitude: z.number().nullable(), longitude: z.number().nullable() })
  .refine(
    ({ latitude, longitude }) => (latitude === null) === (longitude === null),
    'organizations.site.coordinatesBoth',
  )
  .transform(({ latitude, longitude }) =>
    latitude === null || longitude === null ? null : { latitude, longitude },
  )
  .pipe(coordinates.nullable());

export const siteForm = siteInput.extend({ coordinates: typedCoordinates.nullable() });
