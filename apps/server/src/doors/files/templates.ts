import { coordinates } from '@airloom/contract/organizations/organizations.model';
import { siteInput } from '@airloom/contract/organizations/organizations.rules';
import { csvFile } from './csv.ts';

const siteColumns = Object.keys(siteInput.shape).flatMap((field) =>
  field === 'coordinates' ? Object.keys(coordinates.shape) : [field],
);

/** Files to fill in and import, by the name they are downloaded under. */
export const IMPORT_TEMPLATES: ReadonlyMap<string, Buffer> = new Map([['sites.csv', csvFile([siteColumns])]]);
