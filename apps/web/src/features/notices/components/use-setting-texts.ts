import type { NoticeSetting } from '@airloom/contract/notices/notices.model';
import { useTranslation } from 'react-i18next';
import { useModeNames } from '../../../shared/alarms/use-mode-names.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { reached, type SettingValues, type Timing, timingOf } from '../setting-form.ts';

interface SettingTexts {
  whom(setting: NoticeSetting): string;
  where(setting: NoticeSetting): string;
  how(modes: NoticeSetting['modes']): string;
  when(values: Pick<SettingValues, 'digest' | 'escalateMinutes'>): string;
  timing(timing: Timing): string;
}

const namesOf = (named: readonly { name: string }[]): string[] => named.map(({ name }) => name);

/** Short texts for the parts of a setting. */
export function useSettingTexts(): SettingTexts {
  const { t } = useTranslation();
  const format = useFormat();
  const modes = useModeNames();
  const timing = (is: Timing): string => t(`notices-page.when.${is}`);
  return {
    whom: ({ people, webhooks, ...setting }) =>
      format.list(reached({ ...setting, people: namesOf(people), webhooks: namesOf(webhooks) })),
    where: ({ sites }) =>
      sites.length === 0 ? t('notices-page.setting.everywhere') : format.list(namesOf(sites)),
    how: (chosen) => format.list(chosen.map((mode) => modes[mode])),
    when(values) {
      const { escalateMinutes } = values;
      return typeof escalateMinutes === 'number'
        ? t('notices-page.when.after', { count: escalateMinutes })
        : timing(timingOf(values));
    },
    timing,
  };
}
