import { uuid } from './fields.ts';

/** What is shown: a site, the sites of an organization, or with neither everything in reach. */
export const place = { enterpriseUUID: uuid.optional(), siteUUID: uuid.optional() };
