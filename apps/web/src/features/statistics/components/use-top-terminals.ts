import { displayMac } from '@airloom/contract/formats/network/mac';
import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import type { BarsProps } from '../../../shared/chart/Bars.tsx';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { requestInput, requestOptions } from './request-input.ts';
import type { Links } from './use-links.ts';
import type { StatisticsRequest } from './use-statistics-request.ts';
import { useValueNames } from './use-value-names.ts';

/** Clients with the most traffic, linked to their pages; undefined without permission or while loading. */
export function useTopTerminals(request: StatisticsRequest, links: Links): BarsProps | undefined {
  const { t } = useTranslation();
  const units = useUnits();
  const format = useFormat();
  const words = useValueNames();
  const seesTerminals = useHolds('authuserOnline_view');
  const options = requestOptions(request);
  const { data } = useCall(statisticsCalls.topTerminals, requestInput(request), {
    ...options,
    enabled: options.enabled && seesTerminals,
  });
  return useMemo(
    () =>
      data == null
        ? undefined
        : {
            title: t('reports.section.top'),
            heads: [
              t('statistics.column.terminal'),
              t('reports.column.kind'),
              t('statistics.down'),
              t('statistics.up'),
              t('reports.column.duration'),
            ],
            rows: data.map((one) => ({
              key: one.mac,
              name: one.name === '' ? displayMac(one.mac) : one.name,
              to: links.terminal(one.mac),
              size: one.downBytes + one.upBytes,
              texts: [
                words.terminalKind[one.kind],
                units.bytes(one.downBytes),
                units.bytes(one.upBytes),
                format.duration(one.seconds),
              ],
            })),
            none: t('statistics.none.terminals'),
          },
    [t, units, format, words, data, links],
  );
}
