import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import type { NetworkHealth } from '@airloom/contract/statistics/statistics.model';
import { useTranslation } from 'react-i18next';
import { pendingOf, type Verdict, verdictOf } from './site-state.ts';

/** How all of it is, in words that claim no more than one may see. */
export function useVerdict(health: NetworkHealth): Verdict & { title: string } {
  const { t } = useTranslation();
  const verdict = verdictOf(health);
  const { state, count } = verdict;
  const { alarms } = health.totals;
  const isPartial = health.kinds.length < DEVICE_KINDS.length;
  function title(): string {
    if (state === 'trouble' || state === 'attention') return t(`health.verdict.${state}`, { count });
    if (state === 'well' && isPartial) return t('health.verdict.seenWell');
    if (state === 'well' && alarms === null) {
      return t(pendingOf(health.totals) === 0 ? 'health.verdict.devicesWell' : 'health.verdict.noneOffline');
    }
    return t(`health.verdict.${state}`);
  }
  return { ...verdict, title: title() };
}
