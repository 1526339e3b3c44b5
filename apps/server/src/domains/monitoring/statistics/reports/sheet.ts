import type { Page } from '@airloom/contract/paging';
import type {
  AssetStatistics,
  ComparedRow,
  DeviceAvailability,
  DeviceStatistics,
  NetworkStatistics,
  TerminalStatistics,
  TopTerminal,
} from '@airloom/contract/statistics/statistics.model';
import type { Cell } from '../../../../platform/sheets/cell.ts';
import type { Translate } from '../../../../platform/text/text.ts';

/** A titled table. A summary has no head: a name and a figure in each row. */
export interface Section {
  readonly title: string;
  readonly head: readonly string[] | null;
  readonly rows: readonly (readonly Cell[])[];
}

/** Possibly only the beginning of a list. */
export type Listed<R> = Pick<Page<R>, 'rows' | 'total'>;

/** All figures of a page. */
export type PageFigures =
  | {
      readonly page: 'network';
      readonly network: NetworkStatistics;
      /** Null without permission to see clients. */
      readonly top: readonly TopTerminal[] | null;
      readonly sites: Listed<ComparedRow>;
      readonly aps: Listed<ComparedRow>;
      readonly ssids: Listed<ComparedRow>;
    }
  | {
      readonly page: 'device';
      readonly device: DeviceStatistics;
      readonly devices: Listed<DeviceAvailability>;
    }
  | {
      readonly page: 'terminal';
      readonly terminal: TerminalStatistics;
      readonly top: readonly TopTerminal[] | null;
    }
  | { readonly page: 'property'; readonly assets: AssetStatistics };

/** Formats a time. */
export type Clock = (at: number) => string;

interface Words {
  readonly say: Translate;
  readonly clock: Clock;
}

const column = (say: Translate, ...names: readonly string[]) =>
  names.map((name) => say(`reports.column.${name}`));

interface Series {
  readonly metric: string;
  readonly values: readonly (number | null)[];
}

/** One row per step, one column per series. */
function overTime(
  { firstAt, stepSeconds }: Pick<NetworkStatistics, 'firstAt' | 'stepSeconds'>,
  series: readonly (Series & { readonly head: string })[],
  { say, clock }: Words,
): Section {
  const first = Date.parse(firstAt);
  const count = Math.max(0, ...series.map(({ values }) => values.length));
  return {
    title: say('reports.section.overTime'),
    head: [say('reports.column.time'), ...series.map(({ head }) => head)],
    rows: Array.from({ length: count }, (_, step) => [
      clock(first + step * stepSeconds * 1000),
      ...series.map(({ values }) => values[step] ?? null),
    ]),
  };
}

function summary(say: Translate, figures: Readonly<Record<string, Cell>>): Section {
  return {
    title: say('reports.section.summary'),
    head: null,
    rows: Object.entries(figures).map(([name, figure]) => [say(`reports.column.${name}`), figure]),
  };
}

/** The rows of a list; if it is shortened, a note with the total. */
function listed<R>({ rows, total }: Listed<R>, cells: (row: R) => Cell[], say: Translate): Cell[][] {
  const left = total > rows.length ? [[say('reports.cut'), total]] : [];
  return [...rows.map(cells), ...left];
}

function comparedSection(title: string, compared: Listed<ComparedRow>, say: Translate): Section {
  return {
    title,
    head: column(
      say,
      'name',
      'site',
      'downBytes',
      'upBytes',
      'clientsMean',
      'clientsMost',
      'utilisationPercent',
      'retryPercent',
    ),
    rows: listed(
      compared,
      (row) => [
        row.name,
        row.siteName,
        row.downBytes,
        row.upBytes,
        row.clientsMean,
        row.clientsMost,
        row.utilisationPercent,
        row.retryPercent,
      ],
      say,
    ),
  };
}

function networkSections(
  { network, top, sites, aps, ssids }: PageFigures & { readonly page: 'network' },
  words: Words,
): Section[] {
  const { say } = words;
  const { downBytes, upBytes, clientsMean, clientsMost } = network;
  const series = [
    ...network.series.map((one) => ({ ...one, head: say(`reports.column.${one.metric}`) })),
    ...network.bands.flatMap(({ band, series: own }) =>
      own.map((one) => ({
        ...one,
        head: `${say(`reports.column.${one.metric}`)} (${say(`terminal-pages.band.${band}`)})`,
      })),
    ),
  ];
  return [
    summary(say, { downBytes, upBytes, clientsMean, clientsMost }),
    overTime(network, series, words),
    {
      title: say('reports.section.signal'),
      head: column(say, 'grade', 'band', 'seconds'),
      rows: network.signal.map(({ grade, band, seconds }) => [
        say(`reports.grade.${grade}`),
        say(`terminal-pages.band.${band}`),
        seconds,
      ]),
    },
    ...(top === null ? [] : [topSection(top, words)]),
    comparedSection(say('reports.section.sites'), sites, say),
    comparedSection(say('reports.section.aps'), aps, say),
    comparedSection(say('reports.section.ssids'), ssids, say),
  ];
}

const PRESENCE = ['percent', 'onlineSeconds', 'awaySeconds', 'outages'] as const;

function deviceSections(
  { device, devices }: PageFigures & { readonly page: 'device' },
  words: Words,
): Section[] {
  const { say } = words;
  const { percent, onlineSeconds, awaySeconds, outages } = device;
  const series = device.series.map((one) => ({ ...one, head: say('reports.column.percent') }));
  return [
    summary(say, { devices: device.devices, percent, onlineSeconds, awaySeconds, outages }),
    overTime(device, series, words),
    {
      title: say('reports.section.kinds'),
      head: column(say, 'kind', 'devices', ...PRESENCE),
      rows: device.kinds.map((kind) => [
        say(`devices.kind.${kind.kind}`),
        kind.devices,
        ...PRESENCE.map((name) => kind[name]),
      ]),
    },
    {
      title: say('reports.section.devices'),
      head: column(say, 'name', 'kind', 'site', ...PRESENCE, 'longestSeconds'),
      rows: listed(
        devices,
        (one) => [
          one.name,
          say(`devices.kind.${one.kind}`),
          one.siteName,
          ...PRESENCE.map((name) => one[name]),
          one.longestSeconds,
        ],
        say,
      ),
    },
  ];
}

function terminalSections(
  { terminal, top }: PageFigures & { readonly page: 'terminal' },
  words: Words,
): Section[] {
  const { say } = words;
  const { terminals, fresh, downBytes, upBytes } = terminal;
  const series = terminal.series.map((one) => ({ ...one, head: say(`reports.column.${one.metric}`) }));
  return [
    summary(say, { terminals, fresh, downBytes, upBytes }),
    overTime(terminal, series, words),
    {
      title: say('reports.section.terminalKinds'),
      head: column(say, 'kind', 'terminals', 'bytes'),
      rows: terminal.kinds.map(({ kind, terminals: count, bytes }) => [
        say(`reports.terminalKind.${kind}`),
        count,
        bytes,
      ]),
    },
    {
      title: say('reports.section.durations'),
      head: column(say, 'duration', 'terminals'),
      rows: terminal.durations.map(({ band, terminals: count }) => [say(`reports.duration.${band}`), count]),
    },
    ...(top === null ? [] : [topSection(top, words)]),
  ];
}

function topSection(top: readonly TopTerminal[], { say }: Words): Section {
  return {
    title: say('reports.section.top'),
    head: column(say, 'mac', 'name', 'kind', 'downBytes', 'upBytes', 'seconds'),
    rows: top.map((one) => [
      one.mac,
      one.name,
      say(`reports.terminalKind.${one.kind}`),
      one.downBytes,
      one.upBytes,
      one.seconds,
    ]),
  };
}

function propertySections(
  { assets }: PageFigures & { readonly page: 'property' },
  { say }: Words,
): Section[] {
  const { devices, online, neverConnected, totals } = assets;
  return [
    summary(say, { devices, online, neverConnected }),
    {
      title: say('reports.section.kinds'),
      head: column(say, 'kind', 'devices', 'online', 'neverConnected'),
      rows: assets.kinds.map((one) => [
        say(`devices.kind.${one.kind}`),
        one.devices,
        one.online,
        one.neverConnected,
      ]),
    },
    {
      title: say('reports.section.models'),
      head: column(say, 'model', 'kind', 'devices', 'online', 'neverConnected'),
      rows: listed(
        { rows: assets.models, total: totals.models },
        (one) => [one.model, say(`devices.kind.${one.kind}`), one.devices, one.online, one.neverConnected],
        say,
      ),
    },
    {
      title: say('reports.section.versions'),
      head: column(say, 'model', 'version', 'devices', 'online', 'neverConnected'),
      rows: listed(
        { rows: assets.versions, total: totals.versions },
        (one) => [one.model, one.version, one.devices, one.online, one.neverConnected],
        say,
      ),
    },
    {
      title: say('reports.section.sites'),
      head: column(say, 'site', 'devices', 'online', 'neverConnected'),
      rows: listed(
        { rows: assets.sites, total: totals.sites },
        (one) => [one.siteName, one.devices, one.online, one.neverConnected],
        say,
      ),
    },
  ];
}

/** The counted span; assets have none. */
export function countedOf(figures: PageFigures, clock: Clock): { from: string; to: string } | null {
  const { from, to } = windowOf(figures) ?? {};
  if (from === undefined || to === undefined) return null;
  return { from: clock(Date.parse(from)), to: clock(Date.parse(to)) };
}

function windowOf(figures: PageFigures): Pick<NetworkStatistics, 'from' | 'to'> | null {
  switch (figures.page) {
    case 'network':
      return figures.network;
    case 'device':
      return figures.device;
    case 'terminal':
      return figures.terminal;
    case 'property':
      return null;
  }
}

/** The place; `everything` names the scope without one. */
export function whereOf(placeName: string, say: Translate, everything = say('reports.everything')): Cell[] {
  return [say('reports.place'), placeName || everything];
}

export function whenOf(figures: PageFigures, { say, clock }: Words): Cell[][] {
  const counted = countedOf(figures, clock);
  return counted === null ? [] : [[say('reports.counted'), counted.from, counted.to]];
}

export function sectionsOf(figures: PageFigures, words: Words): Section[] {
  switch (figures.page) {
    case 'network':
      return networkSections(figures, words);
    case 'device':
      return deviceSections(figures, words);
    case 'terminal':
      return terminalSections(figures, words);
    case 'property':
      return propertySections(figures, words);
  }
}

/** Sections as rows of one sheet, separated by a blank row. */
export function rowsOf(sections: readonly Section[]): Cell[][] {
  return sections.flatMap(({ title, head, rows }, place) => [
    ...(place === 0 ? [] : [[]]),
    [title],
    ...(head === null ? [] : [[...head]]),
    ...rows.map((row) => [...row]),
  ]);
}
