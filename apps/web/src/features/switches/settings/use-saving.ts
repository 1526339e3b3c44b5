import type { SettingKind } from '@airloom/contract/configuration/edits';
import { useTranslation } from 'react-i18next';
import { useChangeReview } from '../../../shared/configuration/use-change-review.tsx';
import { useMissingPermission } from '../../../shared/configuration/use-missing-permission.ts';

/** Saving settings: every edit is reviewed before it is applied. */
export function useSaving(kind: SettingKind, onApplied?: () => void) {
  const { t } = useTranslation();
  const permission = useMissingPermission(kind);
  const { review, dialog } = useChangeReview(onApplied);
  return {
    review,
    dialog,
    /** Why the person cannot change the settings; undefined when they can. */
    blocked: permission === undefined ? undefined : t('switches.blocked', { permission }),
  };
}
