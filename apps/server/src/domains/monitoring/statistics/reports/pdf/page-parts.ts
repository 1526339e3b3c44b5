import { metricLines } from '@airloom/contract/statistics/metric-lines';
import { STATISTICS_LIMITS } from '@airloom/contract/statistics/statistics.limits';
import type { DocumentPart, DocumentTable } from '../../../../../platform/documents/document.ts';
import type { PageFigures } from '../sheet.ts';
import { networkPart, topTables } from './network-part.ts';
import { chartOf, type Words } from './words.ts';

type Part = Omit<DocumentPart, 'title' | 'lead'>;

const ROWS_MAX = STATISTICS_LIMITS.pdfRowsMax;

/** The first column is text, the others are figures. */
function named(...heads: readonly string[]): DocumentTable['columns'] {
  return heads.map((head, place) => ({ head, align: place === 0 ? 'start' : 'end' }));
}

function devicePart({ device, devices }: PageFigures & { readonly page: 'device' }, words: Words): Part {
  const { say, units, known } = words;
  const listed = devices.rows.slice(0, ROWS_MAX);
  const availability = say('statistics.availability');
  return {
    figures: [
      { label: availability, value: known(device.percent, units.portion) },
      { label: say('reports.column.devices'), value: units.count(device.devices) },
      { label: say('reports.column.outages'), value: units.count(device.outages) },
      { label: say('statistics.onlineTime'), value: words.duration(device.onlineSeconds) },
      { label: say('statistics.awayTime'), value: words.duration(device.awaySeconds) },
    ],
    charts: [
      chartOf(
        device,
        {
          title: availability,
          lines: metricLines([{ name: availability, series: device.series }], 'availabilityPercent'),
          value: units.portion,
          span: [0, 100],
          stepped: true,
        },
        words,
      ),
    ],
    tables: [
      {
        title: say('reports.section.kinds'),
        columns: named(
          say('reports.column.kind'),
          say('reports.column.devices'),
          availability,
          say('reports.column.outages'),
          say('statistics.awayTime'),
        ),
        rows: device.kinds.map((one) => [
          say(`devices.kind.${one.kind}`),
          units.count(one.devices),
          known(one.percent, units.portion),
          units.count(one.outages),
          words.duration(one.awaySeconds),
        ]),
      },
      {
        title: say('statistics.availabilityOfEach'),
        columns: [
          { head: say('reports.column.name'), align: 'start' },
          { head: say('reports.column.kind'), align: 'start' },
          { head: say('reports.column.site'), align: 'start' },
          { head: say('statistics.column.now'), align: 'start' },
          { head: availability, align: 'end' },
          { head: say('reports.column.outages'), align: 'end' },
          { head: say('statistics.awayTime'), align: 'end' },
          { head: say('statistics.longest'), align: 'end' },
        ],
        rows: listed.map((one) => [
          one.name,
          say(`devices.kind.${one.kind}`),
          one.siteName,
          one.isAway === null
            ? say('statistics.moved')
            : say(`devices.status.${one.isAway ? 'offline' : 'online'}`),
          known(one.percent, units.portion),
          units.count(one.outages),
          words.duration(one.awaySeconds),
          words.duration(one.longestSeconds),
        ]),
        note: words.cut(listed.length, devices.total),
      },
    ],
  };
}

function terminalPart({ terminal, top }: PageFigures & { readonly page: 'terminal' }, words: Words): Part {
  const { say, units } = words;
  const clients = say('reports.column.terminals');
  const fresh = say('reports.column.fresh');
  const share = (count: number) =>
    units.percent(terminal.terminals === 0 ? 0 : (100 * count) / terminal.terminals);
  return {
    figures: [
      { label: clients, value: units.count(terminal.terminals) },
      { label: fresh, value: units.count(terminal.fresh) },
      { label: say('statistics.down'), value: units.bytes(terminal.downBytes) },
      { label: say('statistics.up'), value: units.bytes(terminal.upBytes) },
    ],
    charts: [
      chartOf(
        terminal,
        {
          title: clients,
          lines: [
            ...metricLines([{ name: clients, series: terminal.series }], 'terminals'),
            ...metricLines([{ name: fresh, series: terminal.series }], 'fresh'),
          ],
          value: units.count,
          span: [0, 4],
          whole: true,
          stepped: true,
        },
        words,
      ),
    ],
    tables: [
      {
        title: say('reports.section.durations'),
        columns: named(say('reports.column.duration'), clients, say('statistics.column.share')),
        rows: terminal.durations.map(({ band, terminals: count }) => [
          say(`reports.duration.${band}`),
          units.count(count),
          share(count),
        ]),
      },
      {
        title: say('reports.section.terminalKinds'),
        columns: named(
          say('reports.column.kind'),
          clients,
          say('statistics.column.share'),
          say('statistics.traffic'),
        ),
        rows: terminal.kinds.map(({ kind, terminals: count, bytes }) => [
          say(`reports.terminalKind.${kind}`),
          units.count(count),
          share(count),
          units.bytes(bytes),
        ]),
      },
      ...topTables(top, words),
    ],
  };
}

interface Share {
  readonly devices: number;
  readonly online: number;
  readonly neverConnected: number;
}

function propertyPart({ assets }: PageFigures & { readonly page: 'property' }, words: Words): Part {
  const { say, units } = words;
  const counts = ({ devices, online, neverConnected }: Share) =>
    [devices, online, neverConnected].map(units.count);
  const table = (
    title: string,
    head: string,
    rows: readonly (Share & { readonly name: string })[],
    total = rows.length,
  ): DocumentTable => ({
    title: say(`reports.section.${title}`),
    columns: named(
      say(`reports.column.${head}`),
      say('reports.column.devices'),
      say('reports.column.online'),
      say('reports.column.neverConnected'),
    ),
    rows: rows.map((row) => [row.name === '' ? say('statistics.unknown') : row.name, ...counts(row)]),
    note: words.cut(rows.length, total),
  });
  const [devices, online, neverConnected] = counts(assets);
  return {
    figures: [
      { label: say('reports.column.devices'), value: devices ?? '' },
      { label: say('reports.column.online'), value: online ?? '' },
      {
        label: say('statistics.offline'),
        value: units.count(assets.devices - assets.online - assets.neverConnected),
      },
      { label: say('reports.column.neverConnected'), value: neverConnected ?? '' },
    ],
    charts: [],
    tables: [
      table(
        'kinds',
        'kind',
        assets.kinds.map((one) => ({ ...one, name: say(`devices.kind.${one.kind}`) })),
      ),
      table(
        'models',
        'model',
        assets.models.map((one) => ({ ...one, name: one.model })),
        assets.totals.models,
      ),
      table(
        'versions',
        'version',
        assets.versions.map((one) => ({
          ...one,
          name:
            one.version === '' || one.version.includes(one.model)
              ? one.version
              : `${one.version} · ${one.model}`,
        })),
        assets.totals.versions,
      ),
      table(
        'sites',
        'site',
        assets.sites.map((one) => ({ ...one, name: one.siteName })),
        assets.totals.sites,
      ),
    ],
  };
}

/** Figures, charts and tables of a page, as the page shows them. */
export function partOf(figures: PageFigures, words: Words, isOfSeveral: boolean): Part {
  switch (figures.page) {
    case 'network':
      return networkPart(figures, words, isOfSeveral);
    case 'device':
      return devicePart(figures, words);
    case 'terminal':
      return terminalPart(figures, words);
    case 'property':
      return propertyPart(figures, words);
  }
}
