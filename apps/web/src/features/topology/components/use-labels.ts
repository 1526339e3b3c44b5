import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatusNames } from '../../../shared/devices/use-status-names.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import type { Labels } from '../drawing/drawables.ts';

const KILO = 1_000;

export function useLabels(): Labels {
  const { t } = useTranslation();
  const format = useFormat();
  const units = useUnits();
  const status = useStatusNames();
  return useMemo(
    () => ({
      status,
      clients: (count) => t('topology.node.clients', { count, formatted: format.number(count) }),
      alarms: (count) => t('topology.node.alarms', { count, formatted: format.number(count) }),
      speed: (mbps) => units.rate(mbps * KILO),
      errors: (count) => t('topology.link.errorCount', { count, formatted: format.number(count) }),
      down: t('topology.link.down'),
      virtual: t('devices.virtual'),
      internet: t('topology.internet'),
      share: (value) => units.percent(value * 100),
      count: (value) => format.number(value),
    }),
    [t, format, units, status],
  );
}
