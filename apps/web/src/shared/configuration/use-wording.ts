import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnits } from '../i18n/use-units.ts';
import type { Wording } from './difference-words.ts';

export function useWording(): Wording {
  const { t } = useTranslation();
  const units = useUnits();
  return useMemo(() => ({ t, units }), [t, units]);
}
