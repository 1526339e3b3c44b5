import type { SiteHealth } from '@airloom/contract/statistics/statistics.model';
import { useTranslation } from 'react-i18next';
import { totalsOf, type Verdict, verdictOf } from './site-state.ts';

/** How all of it is, in words that claim no more than one may see. */
export function useVerdict(sites: readonly SiteHealth[]): Verdict & { title: string } {
  const { t } = useTranslation();
  const verdict = verdictOf(sites);
  const { devices, alarms } = totalsOf(sites);
  const { state } = verdict;
  function title(): string {
    if (state === 'trouble' || state === 'attention') {
      return t(`health.verdict.${state}`, { count: verdict.sites.length });
    }
    if (state === 'well' && alarms === null) return t('health.verdict.devicesWell');
    if (state === 'well' && devices === null) return t('health.verdict.alarmsWell');
    return t(`health.verdict.${state}`);
  }
  return { ...verdict, title: title() };
}
