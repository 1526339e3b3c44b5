import type { StatisticsPage } from '@airloom/contract/statistics/statistics.rules';
import { useTranslation } from 'react-i18next';

export function usePageNames(): Readonly<Record<StatisticsPage, string>> {
  const { t } = useTranslation();
  return {
    network: t('reports.page.network'),
    device: t('reports.page.device'),
    terminal: t('reports.page.terminal'),
    property: t('reports.page.property'),
  };
}
