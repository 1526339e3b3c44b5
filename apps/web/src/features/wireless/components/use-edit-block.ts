import { PERMISSION_OF_KIND, type SettingKind } from '@airloom/contract/configuration/edits';
import type { Level } from '@airloom/contract/configuration/levels';
import { useTranslation } from 'react-i18next';
import { PERMISSION_NAMES } from '../../../shared/access/permission-names.ts';
import { useSession } from '../../../shared/session/session-store.ts';

/** Why the person cannot change settings of a kind at a level; undefined when they can. */
export function useEditBlock(kind: SettingKind): (level: Level) => string | undefined {
  const { t } = useTranslation();
  const role = useSession((state) => state.currentRole);
  const reachKind = useSession((state) => state.reachKind);
  const missing = (['network_config', PERMISSION_OF_KIND[kind]] as const).find(
    (key) => !role?.permissions.includes(`${key}:operate`),
  );
  return (level) => {
    if (missing !== undefined)
      return t('wireless.blocked.permission', { permission: t(PERMISSION_NAMES[missing]) });
    return level === 'organization' && reachKind === 'sites' ? t('wireless.blocked.reach') : undefined;
  };
}
