import {
  type AlarmType,
  type AlarmUnit,
  DEFAULT_RULES,
  type DefaultRuleName,
} from '@airloom/contract/alarms/alarms.types';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { useUnits } from '../i18n/use-units.ts';
import type { AlarmFacts } from './use-alarm.ts';

function isShipped(name: string): name is DefaultRuleName {
  return Object.hasOwn(DEFAULT_RULES, name);
}

interface AlarmWords {
  type(type: AlarmType): string;
  /** What happened, as a sentence. */
  content(alarm: Pick<AlarmFacts, 'type' | 'part' | 'value' | 'threshold'>): string;
  /** A shipped rule nobody renamed is called by a text of its own. */
  rule(name: string, shipped: string | null): string;
  unit(unit: AlarmUnit, count: number): string;
  /** A number with its unit. */
  amount(unit: AlarmUnit, count: number): string;
}

export function useAlarmWords(): AlarmWords {
  const { t } = useTranslation();
  const format = useFormat();
  const figures = useUnits();
  return useMemo(() => {
    const units: Record<AlarmUnit, (count: number) => string> = {
      minutes: (count) => t('alarms.page.unit.minutes', { count }),
      timesPerHour: (count) => t('alarms.page.unit.timesPerHour', { count }),
      percent: () => '%',
      celsius: () => '°C',
      clients: (count) => t('alarms.page.unit.clients', { count }),
      errorsPerMinute: (count) => t('alarms.page.unit.errorsPerMinute', { count }),
      dbm: () => 'dBm',
      days: (count) => t('alarms.page.unit.days', { count }),
    };
    return {
      type: (type) => t(`alarms.type.${type}`),
      content({ type, part, value, threshold }) {
        const count = Math.round(value ?? 0);
        return t(`alarms.content.${type}`, {
          count,
          part,
          value: format.number(count),
          threshold: format.number(threshold ?? 0),
        });
      },
      rule(name, shipped) {
        if (name !== '' || shipped === null) return name;
        return isShipped(shipped) ? t(`alarms.shipped.${shipped}`) : shipped;
      },
      unit: (unit, count) => units[unit](count),
      amount: (unit, count) =>
        unit === 'percent' ? figures.percent(count) : `${format.number(count)} ${units[unit](count)}`,
    };
  }, [t, format, figures]);
}
