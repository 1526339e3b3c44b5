import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import { STATISTICS_LIMITS } from '@airloom/contract/statistics/statistics.limits';
import type { AssetStatistics } from '@airloom/contract/statistics/statistics.model';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import type { BarRow, BarsProps } from '../../../shared/chart/Bars.tsx';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { Contents } from '../components/Contents.tsx';
import { NothingMeasured } from '../components/NothingMeasured.tsx';
import { QueryResult } from '../components/QueryResult.tsx';
import { StatisticsFrame } from '../components/StatisticsFrame.tsx';
import { type Links, useLinks } from '../components/use-links.ts';
import { useRowLimitNote } from '../components/use-row-limit-note.ts';
import { useStatisticsRequest } from '../components/use-statistics-request.ts';
import type { Content } from '../content.ts';

interface Share {
  devices: number;
  online: number;
  neverConnected: number;
}

/** Versions with their model, unless they contain it. */
function versionName({ version, model }: AssetStatistics['versions'][number]): string {
  return version === '' || version.includes(model) ? version : `${version} · ${model}`;
}

/** A count by parts. */
function useBars() {
  const { t } = useTranslation();
  const units = useUnits();
  const cut = useRowLimitNote();
  return useCallback(
    (
      title: string,
      rowsHead: string,
      rows: readonly (Omit<BarRow, 'size' | 'texts'> & Share)[],
      total = rows.length,
    ): BarsProps => ({
      note: cut(rows.length, total),
      title,
      heads: [
        rowsHead,
        t('reports.column.devices'),
        t('reports.column.online'),
        t('reports.column.neverConnected'),
      ],
      rows: rows.map(({ key, name, to, devices, online, neverConnected }) => ({
        key,
        name: name === '' ? t('statistics.unknown') : name,
        to: name === '' ? undefined : to,
        size: devices,
        texts: [units.count(devices), units.count(online), units.count(neverConnected)],
      })),
    }),
    [t, units, cut],
  );
}

function useContent(assets: AssetStatistics | undefined, links: Links): Content | undefined {
  const { t } = useTranslation();
  const units = useUnits();
  const kinds = useKindNames();
  const bars = useBars();
  return useMemo(() => {
    if (assets === undefined) return undefined;
    return {
      window: null,
      figures: [
        { label: t('reports.column.devices'), value: units.count(assets.devices), to: links.devices() },
        // Partly offline devices count as online, and no list filters exactly these.
        { label: t('reports.column.online'), value: units.count(assets.online) },
        {
          label: t('statistics.offline'),
          value: units.count(assets.devices - assets.online - assets.neverConnected),
          to: links.devices({ status: 'offline' }),
        },
        {
          label: t('reports.column.neverConnected'),
          value: units.count(assets.neverConnected),
          to: links.devices({ status: 'neverConnected' }),
        },
      ],
      charts: [],
      bars: [
        bars(
          t('reports.section.kinds'),
          t('reports.column.kind'),
          assets.kinds.map((one) => ({
            ...one,
            key: one.kind,
            name: kinds[one.kind],
            to: links.devices({ kind: one.kind }),
          })),
        ),
        bars(
          t('reports.section.models'),
          t('reports.column.model'),
          assets.models.map((one) => ({
            ...one,
            key: `${one.kind} ${one.model}`,
            name: one.model,
            to: links.devices({ kind: one.kind, model: one.model }),
          })),
          assets.totals.models,
        ),
        bars(
          t('reports.section.versions'),
          t('reports.column.version'),
          assets.versions.map((one) => ({
            ...one,
            key: `${one.model} ${one.version}`,
            name: versionName(one),
            to: links.devices({ model: one.model, version: one.version }),
          })),
          assets.totals.versions,
        ),
        bars(
          t('reports.section.sites'),
          t('reports.column.site'),
          assets.sites.map((one) => ({
            ...one,
            key: one.siteUUID,
            name: one.siteName,
            to: links.site(one.siteUUID),
          })),
          assets.totals.sites,
        ),
      ],
    };
  }, [t, units, kinds, bars, assets, links]);
}

/** Devices by kind, model, version and site. */
export default function AssetStatisticsPage() {
  const { t } = useTranslation();
  const request = useStatisticsRequest();
  const links = useLinks(request);
  const query = useCall(statisticsCalls.assetStatistics, request.place);
  const content = useContent(query.data, links);
  return (
    <StatisticsFrame
      page="property"
      request={request}
      title={t('nav.statisticsProperty')}
      lead={t('statistics.lead.property', { maximum: STATISTICS_LIMITS.assetRowsMax })}
      content={content}
      now
    >
      <QueryResult query={query}>
        {content && query.data && query.data.devices > 0 ? (
          <Contents content={content} />
        ) : (
          <NothingMeasured />
        )}
      </QueryResult>
    </StatisticsFrame>
  );
}
