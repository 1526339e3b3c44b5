import { metricLines } from '@airloom/contract/statistics/metric-lines';
import { signalShares, usedBands } from '@airloom/contract/statistics/signal-shares';
import { STATISTICS_LIMITS } from '@airloom/contract/statistics/statistics.limits';
import type { NetworkStatistics } from '@airloom/contract/statistics/statistics.model';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { BarsProps } from '../../../shared/chart/Bars.tsx';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import type { Content } from '../content.ts';
import type { Links } from './use-links.ts';
import { useValueNames } from './use-value-names.ts';

const PERCENT = [0, 100] as const;

function useSignalBars(): (signal: NetworkStatistics['signal']) => BarsProps {
  const { t } = useTranslation();
  const units = useUnits();
  const format = useFormat();
  const words = useValueNames();
  return useCallback(
    (signal) => ({
      title: t('statistics.signal'),
      heads: [
        t('reports.column.grade'),
        t('statistics.column.share'),
        t('statistics.column.time'),
        ...usedBands(signal).map((band) => words.band[band]),
      ],
      rows: signalShares(signal).map(({ grade, from, seconds, percent, bands }) => ({
        key: grade,
        name:
          from === null
            ? words.grade[grade]
            : t('statistics.grade', { grade: words.grade[grade], from: units.dbm(from) }),
        size: percent,
        texts: [
          units.percent(percent),
          format.duration(seconds),
          ...bands.map((one) => units.percent(one.percent)),
        ],
      })),
      none: t('statistics.none.signal'),
    }),
    [t, units, format, words],
  );
}

/** Whether the window is so long that peaks of several sites are summed per hour. */
function isLong({ from, to }: NetworkStatistics): boolean {
  return Date.parse(to) - Date.parse(from) > STATISTICS_LIMITS.rangesMs.sixHours;
}

/** Traffic, clients and radio figures as figures, lines and bars. */
export function useNetworkContent(
  network: NetworkStatistics | undefined,
  top: BarsProps | undefined,
  links: Links,
  isOfSeveral: boolean,
): Content | undefined {
  const { t } = useTranslation();
  const units = useUnits();
  const words = useValueNames();
  const signalBars = useSignalBars();
  return useMemo(() => {
    if (network === undefined) return undefined;
    const whole = (name: string) => [{ name, series: network.series }];
    const bands = network.bands.map(({ band, series }) => ({ name: words.band[band], series }));
    const clients = t('reports.column.clients');
    return {
      window: network,
      figures: [
        { label: t('statistics.down'), value: units.bytes(network.downBytes) },
        { label: t('statistics.up'), value: units.bytes(network.upBytes) },
        {
          label: t('reports.column.clientsMean'),
          value: network.clientsMean === null ? t('statistics.unknown') : units.tenths(network.clientsMean),
          to: network.clientsMean === null ? undefined : links.visits(network),
        },
        {
          label: t('reports.column.clientsMost'),
          value: units.count(network.clientsMost),
          to: links.visits(network),
          note: isOfSeveral && isLong(network) ? t('statistics.mostNote') : undefined,
        },
      ],
      charts: [
        {
          title: t('statistics.traffic'),
          lines: [
            ...metricLines(whole(t('statistics.down')), 'trafficDown'),
            ...metricLines(whole(t('statistics.up')), 'trafficUp'),
          ],
          value: units.rate,
          span: [0, 100],
        },
        {
          title: clients,
          lines: metricLines(whole(clients), 'clients'),
          value: units.tenths,
          span: [0, 4],
        },
        {
          title: t('statistics.utilisation'),
          lines: metricLines(bands, 'utilisationPercent'),
          value: units.percent,
          span: PERCENT,
        },
        {
          title: t('statistics.retries'),
          lines: metricLines(bands, 'retryPercent'),
          value: units.percent,
          span: [0, 20],
        },
        {
          title: t('statistics.noise'),
          lines: metricLines(bands, 'noise'),
          value: units.dbm,
          span: [-110, -70],
          whole: true,
        },
      ],
      bars: [signalBars(network.signal), ...(top ? [top] : [])],
    };
  }, [t, units, words, signalBars, links, network, top, isOfSeveral]);
}
