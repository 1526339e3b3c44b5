import type { BuiltInRoleKey } from '@airloom/contract/roles';
import type { MessageKey } from '../../../shared/i18n/i18n.ts';

const ABOUT: Readonly<Record<BuiltInRoleKey, MessageKey>> = {
  ROLE_SUPER_ADMIN: 'access.roleAbout.ROLE_SUPER_ADMIN',
  ROLE_ORG_ADMIN: 'access.roleAbout.ROLE_ORG_ADMIN',
  ROLE_SITE_ADMIN: 'access.roleAbout.ROLE_SITE_ADMIN',
  ROLE_SITE_OPER: 'access.roleAbout.ROLE_SITE_OPER',
  ROLE_SITE_OBSERVER: 'access.roleAbout.ROLE_SITE_OBSERVER',
  ROLE_FINANCE: 'access.roleAbout.ROLE_FINANCE',
  ROLE_AGENT: 'access.roleAbout.ROLE_AGENT',
};

function isDescribed(key: string): key is BuiltInRoleKey {
  return Object.hasOwn(ABOUT, key);
}

/** The description of a built-in role; custom roles have none. */
export function roleAbout(key: string): MessageKey | undefined {
  return isDescribed(key) ? ABOUT[key] : undefined;
}
