import { type ChangeSource, settingCalls } from '@airloom/contract/configuration/configuration.calls';
import {
  PERMISSION_OF_KIND,
  type SettingEdit,
  type SettingKind,
} from '@airloom/contract/configuration/edits';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PERMISSION_NAMES } from '../../../shared/access/permission-names.ts';
import { refreshCalls } from '../../../shared/api/query-client.ts';
import { ReviewChange } from '../../../shared/configuration/ReviewChange.tsx';
import { useSession } from '../../../shared/session/session-store.ts';

interface Saving {
  /** Opens the review, from which the edits are applied. */
  review(...edits: SettingEdit[]): void;
  dialog: ReactNode;
  /** Why the person cannot change the settings; undefined when they can. */
  blocked: string | undefined;
}

/** Saving settings: every edit is reviewed before it is applied. */
export function useSaving(kind: SettingKind, onApplied?: () => void): Saving {
  const { t } = useTranslation();
  const [source, setSource] = useState<ChangeSource | null>(null);
  const role = useSession((state) => state.currentRole);
  const missing = (['network_config', PERMISSION_OF_KIND[kind]] as const).find(
    (key) => !role?.permissions.includes(`${key}:operate`),
  );
  return {
    review: (...edits) => setSource({ kind: 'edits', edits }),
    blocked:
      missing === undefined ? undefined : t('switches.blocked', { permission: t(PERMISSION_NAMES[missing]) }),
    dialog: (
      <ReviewChange
        source={source}
        onClose={() => {
          setSource(null);
          void refreshCalls(settingCalls.listSettings);
        }}
        onApplied={() => {
          setSource(null);
          void refreshCalls(settingCalls.listSettings);
          onApplied?.();
        }}
      />
    ),
  };
}
