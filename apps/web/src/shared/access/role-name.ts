import type { BuiltInRoleKey } from '@airloom/contract/roles';
import { useTranslation } from 'react-i18next';
import type { MessageKey } from '../i18n/i18n.ts';

const NAMES: Readonly<Record<BuiltInRoleKey, MessageKey>> = {
  ROLE_SUPER_ADMIN: 'access.roleName.ROLE_SUPER_ADMIN',
  ROLE_ORG_ADMIN: 'access.roleName.ROLE_ORG_ADMIN',
  ROLE_SITE_ADMIN: 'access.roleName.ROLE_SITE_ADMIN',
  ROLE_SITE_OPER: 'access.roleName.ROLE_SITE_OPER',
  ROLE_SITE_OBSERVER: 'access.roleName.ROLE_SITE_OBSERVER',
  ROLE_FINANCE: 'access.roleName.ROLE_FINANCE',
  ROLE_AGENT: 'access.roleName.ROLE_AGENT',
};

function isNamed(key: string): key is BuiltInRoleKey {
  return Object.hasOwn(NAMES, key);
}

/** Built-in roles are called by a text of their key, an account's own by the name it gave them. */
export function useRoleName(): (key: string, ownName: string) => string {
  const { t } = useTranslation();
  return (key, ownName) => (isNamed(key) ? t(NAMES[key]) : ownName);
}
