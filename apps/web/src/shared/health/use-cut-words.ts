import type { NetworkHealth } from '@airloom/contract/statistics/statistics.model';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { cutOf } from './site-state.ts';

/** Says that there are more sites than a map is made of; nothing where it has them all. */
export function useCutWords(health: NetworkHealth): string | null {
  const { t } = useTranslation();
  const format = useFormat();
  const cut = cutOf(health);
  return cut && t('health.map.cut', { ...cut, shown: format.number(cut.shown) });
}
