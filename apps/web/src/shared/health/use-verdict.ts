import type { NetworkHealth } from '@airloom/contract/statistics/statistics.model';
import { useTranslation } from 'react-i18next';
import { type Verdict, verdictOf } from './site-state.ts';

/** How all of it is, in words that claim no more than one may see. */
export function useVerdict(health: NetworkHealth): Verdict & { title: string } {
  const { t } = useTranslation();
  const verdict = verdictOf(health);
  const { devices, alarms } = health.totals;
  const { state, count } = verdict;
  function title(): string {
    if (state === 'trouble' || state === 'attention') return t(`health.verdict.${state}`, { count });
    if (state === 'well' && alarms === null) return t('health.verdict.devicesWell');
    if (state === 'well' && devices === null) return t('health.verdict.alarmsWell');
    return t(`health.verdict.${state}`);
  }
  return { ...verdict, title: title() };
}
