import { PERMISSION_OF_KIND, type SettingKind } from '@airloom/contract/configuration/edits';
import { useTranslation } from 'react-i18next';
import { PERMISSION_NAMES } from '../access/permission-names.ts';
import { useSession } from '../session/session-store.ts';

/** The name of the permission that the person lacks to edit settings of a kind; undefined when they have all. */
export function useMissingPermission(kind: SettingKind): string | undefined {
  const { t } = useTranslation();
  const role = useSession((state) => state.currentRole);
  const missing = (['network_config', PERMISSION_OF_KIND[kind]] as const).find(
    (key) => !role?.permissions.includes(`${key}:operate`),
  );
  return missing === undefined ? undefined : t(PERMISSION_NAMES[missing]);
}
