import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';

export const NORTHWIND = '00000000-0000-7000-8000-00000000000a';
export const HARBOUR = '00000000-0000-7000-8000-00000000000b';

/** An organization with a site, and no shared sites. */
export const TREE = {
  trees: [
    {
      enterpriseuuid: NORTHWIND,
      enterprisename: 'Northwind',
      sites: [{ siteuuid: HARBOUR, sitename: 'Harbour' }],
    },
    { enterpriseuuid: MY_SHARES_UUID, enterprisename: '', sites: [] },
  ],
  defaultTree: null,
};
