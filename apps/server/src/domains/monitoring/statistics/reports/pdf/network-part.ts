import { displayMac } from '@airloom/contract/clients/client-mac';
import { metricLines } from '@airloom/contract/statistics/metric-lines';
import { signalShares, usedBands } from '@airloom/contract/statistics/signal-shares';
import { STATISTICS_LIMITS } from '@airloom/contract/statistics/statistics.limits';
import type {
  ComparedRow,
  NetworkStatistics,
  TopTerminal,
} from '@airloom/contract/statistics/statistics.model';
import type {
  DocumentChart,
  DocumentPart,
  DocumentTable,
} from '../../../../../platform/documents/document.ts';
import { translate } from '../../../../../platform/text/text.ts';
import type { Listed, PageFigures } from '../sheet.ts';
import { chartOf, type Words } from './words.ts';

const PERCENT = [0, 100] as const;

function chartsOf(network: NetworkStatistics, words: Words): DocumentChart[] {
  const { say, units } = words;
  const whole = (name: string) => [{ name, series: network.series }];
  const bands = network.bands.map(({ band, series }) => ({
    name: say(`terminal-pages.band.${band}`),
    series,
  }));
  const clients = say('reports.column.clients');
  return [
    {
      title: say('statistics.traffic'),
      lines: [
        ...metricLines(whole(say('statistics.down')), 'trafficDown'),
        ...metricLines(whole(say('statistics.up')), 'trafficUp'),
      ],
      value: units.rate,
      span: [0, 100] as const,
    },
    {
      title: clients,
      lines: metricLines(whole(clients), 'clients'),
      value: units.tenths,
      span: [0, 4] as const,
    },
    {
      title: say('statistics.utilisation'),
      lines: metricLines(bands, 'utilisationPercent'),
      value: units.percent,
      span: PERCENT,
    },
    {
      title: say('statistics.retries'),
      lines: metricLines(bands, 'retryPercent'),
      value: units.percent,
      span: [0, 20] as const,
    },
    {
      title: say('statistics.noise'),
      lines: metricLines(bands, 'noise'),
      value: units.dbm,
      span: [-110, -70] as const,
      whole: true,
    },
  ].map((drawn) => chartOf(network, drawn, words));
}

function signalTable(signal: NetworkStatistics['signal'], words: Words): DocumentTable {
  const { language, say, units } = words;
  const shares = signalShares(signal);
  return {
    title: say('statistics.signal'),
    columns: [
      { head: say('reports.column.grade'), align: 'start' },
      { head: say('statistics.column.share'), align: 'end' },
      { head: say('statistics.column.time'), align: 'end' },
      ...usedBands(signal).map((band) => ({
        head: say(`terminal-pages.band.${band}`),
        align: 'end' as const,
      })),
    ],
    rows: shares.map(({ grade, from, seconds, percent, bands }) => {
      const name = say(`reports.grade.${grade}`);
      return [
        from === null
          ? name
          : translate(language, 'statistics.grade', { grade: name, from: units.dbm(from) }),
        units.percent(percent),
        words.duration(seconds),
        ...bands.map((one) => units.percent(one.percent)),
      ];
    }),
    note: shares.length === 0 ? say('statistics.none.signal') : undefined,
  };
}

/** Clients with the most traffic; none without permission to see clients. */
export function topTables(top: readonly TopTerminal[] | null, words: Words): DocumentTable[] {
  if (top === null) return [];
  const { say, units } = words;
  return [
    {
      title: say('reports.section.top'),
      columns: [
        { head: say('statistics.column.terminal'), align: 'start' },
        { head: say('reports.column.kind'), align: 'start' },
        { head: say('statistics.down'), align: 'end' },
        { head: say('statistics.up'), align: 'end' },
        { head: say('reports.column.duration'), align: 'end' },
      ],
      rows: top.map((one) => [
        one.name === '' ? displayMac(one.mac) : one.name,
        say(`reports.terminalKind.${one.kind}`),
        units.bytes(one.downBytes),
        units.bytes(one.upBytes),
        words.duration(one.seconds),
      ]),
      note: top.length === 0 ? say('statistics.none.terminals') : undefined,
    },
  ];
}

type ComparedColumn = readonly [head: string, align: 'start' | 'end', text: (row: ComparedRow) => string];

function comparedTable(
  what: 'sites' | 'aps' | 'ssids',
  { rows, total }: Listed<ComparedRow>,
  words: Words,
): DocumentTable {
  const { say, units, known } = words;
  const columns: readonly ComparedColumn[] = [
    [say('reports.column.name'), 'start', ({ name }) => name],
    ...(what === 'aps'
      ? [[say('reports.column.site'), 'start', ({ siteName }) => siteName] satisfies ComparedColumn]
      : []),
    [say('statistics.down'), 'end', (row) => units.bytes(row.downBytes)],
    [say('statistics.up'), 'end', (row) => units.bytes(row.upBytes)],
    [say('reports.column.clientsMean'), 'end', (row) => known(row.clientsMean, units.tenths)],
    // Radio figures of a network are unknown, because its radios carry others too.
    ...(what === 'ssids'
      ? []
      : ([
          [say('reports.column.clientsMost'), 'end', (row) => known(row.clientsMost, units.count)],
          [say('statistics.utilisation'), 'end', (row) => known(row.utilisationPercent, units.percent)],
        ] satisfies ComparedColumn[])),
    [say('statistics.retries'), 'end', (row) => known(row.retryPercent, units.percent)],
  ];
  return {
    title: say(`reports.section.${what}`),
    columns: columns.map(([head, align]) => ({ head, align })),
    rows: rows.map((row) => columns.map(([, , text]) => text(row))),
    note: rows.length === 0 ? say('statistics.none.compareText') : words.cut(rows.length, total),
  };
}

export function networkPart(
  { network, top, sites, aps, ssids }: PageFigures & { readonly page: 'network' },
  words: Words,
  isOfSeveral: boolean,
): Omit<DocumentPart, 'title' | 'lead'> {
  const { say, units, known } = words;
  const isLong = Date.parse(network.to) - Date.parse(network.from) > STATISTICS_LIMITS.rangesMs.sixHours;
  return {
    figures: [
      { label: say('statistics.down'), value: units.bytes(network.downBytes) },
      { label: say('statistics.up'), value: units.bytes(network.upBytes) },
      { label: say('reports.column.clientsMean'), value: known(network.clientsMean, units.tenths) },
      {
        label: say('reports.column.clientsMost'),
        value: units.count(network.clientsMost),
        note: isOfSeveral && isLong ? say('statistics.mostNote') : undefined,
      },
    ],
    charts: chartsOf(network, words),
    tables: [
      signalTable(network.signal, words),
      ...topTables(top, words),
      comparedTable('sites', sites, words),
      comparedTable('aps', aps, words),
      comparedTable('ssids', ssids, words),
    ],
  };
}
