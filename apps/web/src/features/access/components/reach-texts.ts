import type { Role } from '@airloom/contract/access/access.model';
import type { MessageKey } from '../../../shared/i18n/i18n.ts';

/** The reach of a role, in a sentence. */
export const REACH_TEXTS: Readonly<Record<Role['reach'], MessageKey>> = {
  account: 'access.reach.account',
  organizationOrSite: 'access.reach.organizationOrSite',
  site: 'access.reach.site',
};

/** The same in a word or two, for tables. */
export const REACH_WORDS: Readonly<Record<Role['reach'], MessageKey>> = {
  account: 'access.reach.shortAccount',
  organizationOrSite: 'access.reach.shortOrganizationOrSite',
  site: 'access.reach.shortSite',
};
