import { uuid } from './fields.ts';

/** What is looked at: a site, the sites of an organization, or with neither all one sees. */
export const place = { enterpriseUUID: uuid.optional(), siteUUID: uuid.optional() };
