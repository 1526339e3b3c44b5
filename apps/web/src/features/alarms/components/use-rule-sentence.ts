import { alarmType } from '@airloom/contract/alarms/alarms.types';
import { useTranslation } from 'react-i18next';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { useModeNames } from '../../../shared/alarms/use-mode-names.ts';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useSiteChoices } from '../../../shared/session/use-site-choices.ts';
import { asksKinds, type RuleValues } from '../rule-form.ts';

/** Describes the effect of a rule, to check while filling in the form. */
export function useRuleSentence(): (values: RuleValues) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useAlarmWords();
  const kindNames = useKindNames();
  const modeNames = useModeNames();
  const sites = useSiteChoices();

  function levels({ type, levels: rows }: RuleValues): string {
    const { unit, worse } = alarmType(type);
    const parts = rows.map(({ level, threshold }) => {
      const name = t(`alarms.level.${level}`);
      if (unit === null || threshold === null) return name;
      const amount = words.amount(unit, threshold);
      return worse === 'above'
        ? t('alarms.page.says.from', { level: name, amount })
        : t('alarms.page.says.downTo', { level: name, amount });
    });
    return parts.length === 0 ? '' : t('alarms.page.says.levels', { list: format.list(parts) });
  }

  function where({ siteUUIDs = [] }: RuleValues): string {
    const names = siteUUIDs.flatMap((uuid) => sites.find(({ value }) => value === uuid)?.label ?? []);
    return names.length === 0
      ? t('alarms.page.says.everywhere')
      : t('alarms.page.says.sites', { list: format.list(names) });
  }

  return (values) => {
    const { type, kinds = [], holdMinutes = 0, modes = [], enabled = true } = values;
    if (!enabled) return t('alarms.page.says.off');
    return [
      t(`alarms.page.about.${type}`),
      levels(values),
      alarmType(type).holds && holdMinutes > 0 ? t('alarms.page.says.hold', { count: holdMinutes }) : '',
      asksKinds(type) && kinds.length > 0
        ? t('alarms.page.says.kinds', { list: format.list(kinds.map((kind) => kindNames[kind])) })
        : '',
      where(values),
      modes.length === 0
        ? t('alarms.page.says.silent')
        : t('alarms.page.says.told', { list: format.list(modes.map((mode) => modeNames[mode])) }),
    ]
      .filter(Boolean)
      .join(' ');
  };
}
