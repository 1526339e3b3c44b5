import type { SettingKind } from '@airloom/contract/configuration/edits';
import type { Level } from '@airloom/contract/configuration/levels';
import { useTranslation } from 'react-i18next';
import { useMissingPermission } from '../../../shared/configuration/use-missing-permission.ts';
import { useSession } from '../../../shared/session/session-store.ts';

/** Why the person cannot change settings of a kind at a level; undefined when they can. */
export function useEditBlock(kind: SettingKind): (level: Level) => string | undefined {
  const { t } = useTranslation();
  const reachKind = useSession((state) => state.reachKind);
  const permission = useMissingPermission(kind);
  return (level) => {
    if (permission !== undefined) return t('wireless.blocked.permission', { permission });
    return level === 'organization' && reachKind === 'sites' ? t('wireless.blocked.reach') : undefined;
  };
}
